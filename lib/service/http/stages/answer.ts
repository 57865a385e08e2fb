import { tusVersion } from '../../uploads/tus.ts';
import { expectsContinue } from '../expect-continue.ts';
import type { StoredAnswer } from '../idempotency.ts';
import type { Failure } from '../problem.ts';
import { headersFor, respondProblem } from '../respond.ts';
import type { Exchange, Plan } from './exchange.ts';
import { signalOf } from './rights.ts';

/** The connection ends when nothing of an answer is taken for so long. */
export const untakenInMs = 20_000;

/** A shorter answer is not counted among those that are not taken. */
const shortCharacters = 16 * 1024;

/** Returns the response of an answer. A streamed answer is a response already. */
export function answer(plan: Plan, exchange: Exchange, answered: Response | StoredAnswer): Response {
  if (answered instanceof Response) return answered;
  const { outgoing, requestId, rateLimit } = exchange;
  const { status, body } = answered;
  outgoing.setTimeout(untakenInMs);
  if (body !== null && body.length > shortCharacters) {
    plan.service.callers.holdAnswer(exchange, body.length);
    cutOffWithRights(plan, exchange);
  }
  const headers = headersFor(requestId, body === null ? undefined : 'application/json');
  return new Response(body, { status, headers: Object.assign(headers, rateLimit, answered.headers) });
}

/** Ends the connection when the caller loses the rights for an answer before it has taken all of it. */
function cutOffWithRights(plan: Plan, exchange: Exchange): void {
  if (exchange.rights === undefined) signalOf(plan, exchange);
  exchange.rights?.addEventListener('abort', () => exchange.outgoing.destroy());
}

/** Returns the response to a failed request: `application/problem+json`. */
export function answerFailure(
  { operation }: Plan,
  { incoming, requestId, rateLimit }: Exchange,
  failure: Failure,
): Response {
  Object.assign(failure.headers, { ...rateLimit, ...failure.headers });
  if (expectsContinue(incoming)) failure.headers.connection = 'close';
  if (operation.protocol === 'tus') failure.headers['tus-resumable'] = tusVersion;
  return respondProblem(failure, requestId);
}
