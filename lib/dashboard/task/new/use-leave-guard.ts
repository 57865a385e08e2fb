'use client';
import { useEffect, useEffectEvent, useState } from 'react';
import { useUnloadGuard } from '@/components/ui/use-unload-guard.ts';

/**
 * Asks before unsaved changes are left: the browser's own question when the page is closed or reloaded, and `target`,
 * the address of a link inside the dashboard that was followed, to be asked about in a dialog.
 */
export function useLeaveGuard(isDirty: boolean): { target: string | undefined; stay: () => void } {
  const [target, setTarget] = useState<string>();
  const onClick = useEffectEvent((event: MouseEvent) => {
    if (!isDirty || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.target === '_blank' || link.origin !== location.origin || link.hash !== '') return;
    event.preventDefault();
    event.stopPropagation();
    setTarget(link.pathname + link.search);
  });
  useEffect(() => {
    const click = (event: MouseEvent) => onClick(event);
    document.addEventListener('click', click, { capture: true });
    return () => document.removeEventListener('click', click, { capture: true });
  }, []);
  useUnloadGuard(isDirty);
  return { target, stay: () => setTarget(undefined) };
}
