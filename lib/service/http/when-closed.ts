import type { ServerResponse } from 'node:http';

/** Calls back when an answer is sent or its caller has left, and at once where that is so already: it has no event then. */
export function whenClosed(outgoing: Pick<ServerResponse, 'closed' | 'once'>, end: () => void): void {
  if (outgoing.closed) end();
  else outgoing.once('close', end);
}
