import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyTooSlow, watchBodyPace } from '#contract';

/** Answers 408 and ends the connection when the body of a request comes too slowly. */
export function refuseSlowBody(request: IncomingMessage, response: ServerResponse): void {
  watchBodyPace(request, () => {
    const end = () => request.destroy();
    if (response.headersSent) return end();
    response.writeHead(408, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(bodyTooSlow, end);
  });
}
