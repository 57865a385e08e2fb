import { connection } from '@/components/shell/connection.ts';
import { countPageRead } from '@/components/shell/page-reads.ts';
import { NotSentError } from '@/components/ui/unreachable.ts';

/**
 * Repeats the reads of pages that the connection broke. Next.js otherwise leaves the dashboard for the address, which
 * ends on the browser's error page. Its own `useOffline` also repeats server actions, minutes after they were asked for.
 * An action that was asked for without a connection fails with a `NotSentError`, so that its form knows that nothing was done.
 */
export function repeatNavigations(): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    if (isAction(init)) return sendAction(() => send(input, init));
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

function isAction(init: RequestInit | undefined): boolean {
  return init?.method === 'POST' && new Headers(init.headers).has('next-action');
}

/** Without a connection the browser refuses a request before it is sent, unless it goes to the same computer. */
async function sendAction(send: () => Promise<Response>): Promise<Response> {
  const wasOffline = connection.isOffline;
  try {
    return await send();
  } catch (error) {
    if (wasOffline && connection.isOffline) throw new NotSentError('not sent', { cause: error });
    throw error;
  }
}
