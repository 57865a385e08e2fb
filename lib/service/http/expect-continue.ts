import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/**
 * Lets a request with `Expect: 100-continue` be refused before its body is sent: its caller is asked for the body when
 * somebody begins to read it.
 */
export function answerExpectations(server: Server): void {
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    waiting.add(incoming);
    incoming.on('newListener', (event: string | symbol) => {
      if (event !== 'data' && event !== 'readable') return;
      if (!outgoing.headersSent && waiting.delete(incoming)) outgoing.writeContinue();
    });
    server.emit('request', incoming, outgoing);
  });
}

/** Whether a caller still waits to be asked for its body: refused now, it may send it or not, so the connection ends. */
export function expectsContinue(incoming: IncomingMessage): boolean {
  return waiting.has(incoming);
}
