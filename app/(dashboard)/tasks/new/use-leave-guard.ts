'use client';
import { useEffect, useEffectEvent, useState } from 'react';

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
  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isDirty) event.preventDefault();
  });
  useEffect(() => {
    const click = (event: MouseEvent) => onClick(event);
    const unload = (event: BeforeUnloadEvent) => onUnload(event);
    document.addEventListener('click', click, { capture: true });
    window.addEventListener('beforeunload', unload);
    return () => {
      document.removeEventListener('click', click, { capture: true });
      window.removeEventListener('beforeunload', unload);
    };
  }, []);
  return { target, stay: () => setTarget(undefined) };
}
