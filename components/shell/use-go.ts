'use client';
import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { connection } from './connection.ts';
import { leaveBy } from './use-leave-guard.ts';

/** Opens a page of the dashboard, after a question where something is unsaved. Without a connection it stays on this page, and opens the other when it is back. */
export function useGo(): (href: string, label?: string) => void {
  const router = useRouter();
  return useCallback(
    (href, label = 'The page') => {
      if (connection.isOffline) connection.setDestination({ href, label });
      else leaveBy(() => router.push(href));
    },
    [router],
  );
}

/** Opens a page of the dashboard in a new tab. */
export function openTab(href: string): void {
  window.open(href, '_blank', 'noopener');
}

/** Opens the page of a row, here or in a new tab. */
export function useOpen(): (href: string, how: { isNewTab: boolean }) => void {
  const go = useGo();
  return useCallback((href, { isNewTab }) => (isNewTab ? openTab(href) : go(href)), [go]);
}
