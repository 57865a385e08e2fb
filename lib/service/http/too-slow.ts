import { bodyTooSlow, TaskdeckError, watchBodyPace } from '#contract';
import { expectsContinue } from './expect-continue.ts';
import { toFailure } from './problem.ts';
import { problemAnswer } from './respond.ts';
import type { Exchange } from './stages/exchange.ts';

/** The failure of a request whose body came too slowly. */
export const tooSlow = () => toFailure(new TaskdeckError('RequestTimeout', bodyTooSlow));

/**
 * Answers 408 and ends the connection when the body comes too slowly. Whoever reads the body finds it broken off, and
 * keeps what it keeps of those.
 */
export function refuseSlowBody(exchange: Exchange): void {
  const { incoming, outgoing, requestId } = exchange;
  const refuse = () => {
    exchange.isTooSlow = true;
    const end = () => incoming.destroy();
    if (outgoing.headersSent) return end();
    const { status, headers, body } = problemAnswer(tooSlow(), requestId);
    outgoing
      .writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' })
      .end(body, end);
  };
  watchBodyPace(incoming, refuse, () => !expectsContinue(incoming));
}
