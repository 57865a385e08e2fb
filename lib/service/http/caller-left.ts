import type { ServerResponse } from 'node:http';

/** Aborts when the caller leaves before its answer is complete, or the service stops. */
export function leftSignal(outgoing: ServerResponse, stopping: AbortSignal): AbortSignal {
  const left = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) left.abort(new Error('the caller left'));
  });
  if (outgoing.closed) left.abort(new Error('the caller left'));
  return AbortSignal.any([left.signal, stopping]);
}
