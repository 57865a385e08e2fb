import { TaskdeckError } from '#contract';
import { beginningAfter } from '#database';
import { committingRecord } from '../../audit/pending.ts';
import { inOwnerTurn, isRead, takesTurn } from '../../callers/in-owner-turn.ts';
import { performReading } from '../../replica/perform-reading.ts';
import type { Call } from '../../verb.ts';
import { answerOf } from '../answer.ts';
import type { StoredAnswer } from '../idempotency.ts';
import { headersFor } from '../respond.ts';
import { type StreamedAnswer, sendStream } from '../stream-answer.ts';
import { audit } from './audit.ts';
import { authoriseAgain } from './authorise.ts';
import type { Exchange, Plan } from './exchange.ts';
import { onceOf } from './once.ts';

type Perform = (exchange: Exchange, call: Call) => Promise<Response | StoredAnswer>;

/**
 * Returns the function that calls the verb and converts its result to an answer: a stream of events or bytes, or a JSON
 * record.
 */
export function performerOf(plan: Plan): Perform {
  const { operation, verb, service } = plan;
  if (operation.mediaType === 'text/event-stream')
    return async (exchange, call) => eventsFrom(await verb(service, call), exchange, call.isHead);
  if (operation.mediaType !== undefined)
    return async (exchange, call) => {
      const { incoming } = exchange;
      const isConditional = incoming.headers['if-match'] !== undefined;
      const answer = await inOwnerTurn(plan, exchange, call, async () => {
        const found = trustStreamed(await preconditioned(isConditional, () => verb(service, call)));
        await audit(plan, exchange, found.status); // a caller who leaves before the last byte has read all others
        return found;
      });
      exchange.turn?.leave();
      return sendBytes(exchange, answer, call);
    };
  const once = onceOf(plan);
  const { publicUrl } = service.config;
  const answerTo = async (exchange: Exchange, call: Call) => {
    const isConditional = call.ifMatch !== undefined || call.mustExist;
    const work = () => performReading(plan, call);
    const perform = isRead(plan) ? work : () => beginningAfter(() => authoriseAgain(plan, exchange), work);
    const result = await preconditioned(isConditional, perform);
    if (operation.method === 'GET') exchange.rights?.throwIfAborted();
    return answerOf({ operation, incoming: exchange.incoming, publicUrl }, result, call);
  };
  const perform: Perform = (exchange, call) =>
    isRead(plan)
      ? answerTo(exchange, call)
      : committingRecord(plan, exchange, () => once(exchange, call, () => answerTo(exchange, call)));
  return (exchange, call) => {
    if (operation.scopes === 'anonymous') return perform(exchange, call);
    call.inTurn = (work) => inOwnerTurn(plan, exchange, call, work);
    return takesTurn(plan, exchange, call) ? call.inTurn(() => perform(exchange, call)) : perform(exchange, call);
  };
}

/** RFC 9110: a condition on a missing target has failed. */
export async function preconditioned<Result>(isConditional: boolean, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isConditional && error instanceof TaskdeckError && error.status === 404)
      throw new TaskdeckError('PreconditionFailed', `If-Match was given, but ${error.message}`, { cause: error });
    throw error;
  }
}

function eventsFrom(stream: unknown, { requestId, rateLimit }: Exchange, isHead: boolean): Response {
  if (!(stream instanceof ReadableStream)) throw new TypeError('a verb with a media type returns a stream');
  const headers = { ...headersFor(requestId, 'text/event-stream'), ...rateLimit, 'x-accel-buffering': 'no' };
  if (!isHead) return new Response(stream, { headers });
  stream.cancel().catch(() => {}); // nobody reads it
  return new Response(null, { headers });
}

/** Bytes that the caller may no longer read are cut off. */
function sendBytes(exchange: Exchange, answer: StreamedAnswer, call: Call): Promise<Response> {
  const headers = { ...headersFor(exchange.requestId, undefined), ...exchange.rateLimit, ...answer.headers };
  if (!call.isHead) call.signal();
  return sendStream(exchange.outgoing, { ...answer, headers }, { isHead: call.isHead, rights: exchange.rights });
}

/** The verb of an operation with `application/octet-stream` returns this, as its type says. */
function trustStreamed(answer: unknown): StreamedAnswer {
  return answer as StreamedAnswer;
}
