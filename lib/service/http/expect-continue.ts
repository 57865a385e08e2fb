import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/** Lets a request with `Expect: 100-continue` be refused before its body is sent: `sendContinue` asks for the body. */
export function answerExpectations(server: Server): void {
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    waiting.add(incoming);
    server.emit('request', incoming, outgoing);
  });
}

/** Asks a caller that waits for it to send the body. */
export function sendContinue(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (waiting.delete(incoming)) outgoing.writeContinue();
}

/** Whether a caller still waits to be asked for its body: refused now, it may send it or not, so the connection ends. */
export function expectsContinue(incoming: IncomingMessage): boolean {
  return waiting.has(incoming);
}
