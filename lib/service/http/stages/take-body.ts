import { CallerLeft } from '#contract';
import { isRead } from '../../callers/in-owner-turn.ts';
import { OwnerTurn } from '../../callers/owner-turn.ts';
import { createBodyReader, isSmall, type RequestBody, sizeBesideFile, sizeInMemory } from '../body-reader.ts';
import { hasBody } from '../headers.ts';
import { refuseSlowBody } from '../too-slow.ts';
import { authoriseAgain } from './authorise.ts';
import type { Exchange, Plan } from './exchange.ts';

/**
 * Returns the function that reads the body of a request. What of it is in memory counts for the caller, and a long one
 * waits for its owner's turn. Rights can be taken away while it comes, so they are checked again.
 */
export function bodyTakerOf(plan: Plan): (exchange: Exchange, signal: () => AbortSignal) => Promise<RequestBody> {
  const { operation } = plan;
  const { callers } = plan.service;
  const read = createBodyReader(operation);
  const isAnonymous = operation.scopes === 'anonymous';

  /** Waits until the caller may send the body. Resolves with how many bytes of it count. */
  async function holdBody(exchange: Exchange): Promise<number> {
    const { incoming, caller } = exchange;
    refuseSlowBody(exchange);
    if (isAnonymous) return 0;
    if (operation.isOpenBeyondBytes !== true) callers.store(caller, incoming);
    const size = sizeInMemory(operation, incoming);
    if (size > 0) await callers.holdBody(exchange, size);
    return size;
  }

  return async (exchange, signal) => {
    const { incoming } = exchange;
    const size = hasBody(incoming) ? await holdBody(exchange) : 0;
    const reading = read(incoming, signal, async (length) => {
      if (isSmall(length) || isRead(plan) || isAnonymous) return;
      exchange.turn = new OwnerTurn(plan, exchange, 'change');
      await exchange.turn.enter();
    });
    const taken = await reading.catch(async (error: unknown) => {
      if (!(error instanceof CallerLeft)) await authoriseAgain(plan, exchange);
      throw error;
    });
    if (taken.content !== undefined && size > 0) callers.shrinkBody(exchange, sizeBesideFile(taken.bytes.length));
    exchange.subject.body = taken.body;
    if (hasBody(incoming)) await authoriseAgain(plan, exchange);
    return taken;
  };
}
