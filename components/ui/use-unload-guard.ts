'use client';
import { useEffect } from 'react';

/** The browser's own question before the page is closed or reloaded while something would be lost. */
export function useUnloadGuard(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
