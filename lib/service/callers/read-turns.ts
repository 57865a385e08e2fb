import { CallerLeft } from '#contract';
import { ownerOf } from '../access/caller.ts';
import { authoriseAgain } from '../http/stages/authorise.ts';
import type { Exchange, Plan } from '../http/stages/exchange.ts';
import type { Call } from '../verb.ts';
import { TurnsByNetwork } from './turns-by-network.ts';

/**
 * Reads that a service process makes at the same time, in turn by owner. They are fewer than its connections to the
 * database, and those of one owner fewer than these: who asks for many large pages leaves connections, turns and processor
 * time to the others.
 */
const turns = new TurnsByNetwork({
  concurrency: 12,
  concurrencyPerNetwork: 6,
  waitingPerNetwork: Number.POSITIVE_INFINITY,
});

/**
 * Makes a read in its turn. While the call waits for something else (`call.outOfTurn`), another one has the turn. After a
 * wait, the rights are looked at again.
 */
export async function readInTurn<Result>(plan: Plan, exchange: Exchange, call: Call, read: () => Promise<Result>) {
  const owner = ownerOf(call.caller);
  const begin = async () => {
    const later = turns.begin(owner);
    if (later === undefined) return;
    await later;
    try {
      if (exchange.outgoing.closed) throw new CallerLeft('the caller left before its turn');
      await authoriseAgain(plan, exchange);
      call.caller = exchange.caller;
    } catch (error) {
      turns.end(owner);
      throw error;
    }
  };
  let hasTurn = false;
  const enter = async () => {
    if (hasTurn) return;
    await begin();
    if (hasTurn) turns.end(owner);
    hasTurn = true;
  };
  const leave = () => {
    if (hasTurn) turns.end(owner);
    hasTurn = false;
  };
  call.outOfTurn = async (work) => {
    leave();
    const result = await work();
    await enter();
    return result;
  };
  try {
    await enter();
    return await read();
  } finally {
    leave();
  }
}
