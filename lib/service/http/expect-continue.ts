import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/**
 * Allows a request with `Expect: 100-continue` to be refused before its body is sent: `100 Continue` is sent when the
 * body is first read. Another expectation is ignored, as RFC 9110, 10.1.1, allows.
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
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    server.emit('request', incoming, outgoing);
  });
}

/**
 * Returns whether the caller still waits for `100 Continue`. After a refusal it may or may not send the body, so the
 * connection is closed.
 */
export function expectsContinue(incoming: IncomingMessage): boolean {
  return waiting.has(incoming);
}
