import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';

type Silence = { limitInMs: number; end: () => void };

const listening = new AsyncLocalStorage<Silence>();

// Neither SDK tells how much of a request its service has taken. Node tells of each request where it is made.
subscribe('http.client.request.created', (message) => {
  const silence = listening.getStore();
  if (silence !== undefined && typeof message === 'object' && message !== null && 'request' in message)
    if (message.request instanceof ClientRequest) listen(message.request, silence);
});

/**
 * Does work, and calls `end` when one of its HTTP requests is silent for so long: no connection is made, or nothing of it is
 * taken and no answer begins.
 */
export function whenSilent<Answer>(limitInMs: number, end: () => void, work: () => Promise<Answer>): Promise<Answer> {
  return listening.run({ limitInMs, end }, work);
}

function listen(request: ClientRequest, { limitInMs, end }: Silence): void {
  const connecting = setTimeout(end, limitInMs);
  const stop = () => clearTimeout(connecting);
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', stop);
    else stop();
  });
  request.once('close', stop);
  request.setTimeout(limitInMs, end); // Node begins anew whenever bytes were taken
  request.once('response', () => request.setTimeout(0));
}
