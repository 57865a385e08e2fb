import { connection } from '@/components/shell/connection.ts';
import { countPageRead } from '@/components/shell/page-reads.ts';

/**
 * Repeats the reads of pages that the connection broke. Next.js otherwise leaves the dashboard for the address, which
 * ends on the browser's error page. Its own `useOffline` also repeats server actions, minutes after they were asked for.
 */
export function repeatNavigations(): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    if (!isNavigation(init)) return send(input, init);
    return countPageRead(connection.repeat(() => send(input, init), { isFinal: () => init?.signal?.aborted === true }));
  };
}

/** Whether Next.js reads a page that was asked for, and not one that may be. */
export function isNavigation(init: RequestInit | undefined): boolean {
  const headers = new Headers(init?.headers);
  const isGet = (init?.method ?? 'GET') === 'GET';
  return isGet && headers.has('rsc') && !headers.has('next-router-prefetch');
}
