'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { useUnloadGuard } from '@/components/ui/use-unload-guard.ts';

type Guard = (go: () => void) => void;
const guards: Guard[] = [];

/** Whether going elsewhere would be asked about first. */
export function isLeavingAsked(): boolean {
  return guards.length > 0;
}

/** Goes elsewhere. Where that would leave unsaved changes, it is asked about first. */
export function leaveBy(go: () => void): void {
  const guard = guards.at(-1);
  if (guard === undefined) go();
  else guard(go);
}

/**
 * Asks before unsaved changes are left: the browser's own question when the page is closed or reloaded, and `go`, which
 * follows a link inside the dashboard or was given to `leaveBy`, to be asked about in a dialog and then called.
 */
export function useLeaveGuard(isDirty: boolean): { go: (() => void) | undefined; stay: () => void } {
  const router = useRouter();
  const [asked, setAsked] = useState<{ go: () => void }>();
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.target === '_blank' || link.origin !== location.origin || link.hash !== '') return;
    event.preventDefault();
    event.stopPropagation();
    setAsked({ go: () => router.push(link.pathname + link.search) });
  });
  useEffect(() => {
    if (!isDirty) return;
    const guard: Guard = (go) => setAsked({ go });
    const click = (event: MouseEvent) => onClick(event);
    guards.push(guard);
    document.addEventListener('click', click, { capture: true });
    return () => {
      guards.splice(guards.indexOf(guard), 1);
      document.removeEventListener('click', click, { capture: true });
    };
  }, [isDirty]);
  useUnloadGuard(isDirty);
  return { go: asked?.go, stay: () => setAsked(undefined) };
}
