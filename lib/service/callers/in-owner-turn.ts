import type { OperationName } from '#contract';
import { authoriseAgain } from '../http/stages/authorise.ts';
import type { Exchange, Plan } from '../http/stages/exchange.ts';
import type { Call } from '../verb.ts';
import { OwnerTurn } from './owner-turn.ts';
import type { Place } from './turns-by-network.ts';

/**
 * Changes that need no turn while they are small. Those of many callers share one commit, or they wait in the line of those
 * who sign in.
 */
const withoutTurn: ReadonlySet<OperationName> = new Set(['CreateTask', 'SaveState', 'ChangePassword', 'ProveIdentity']);

/**
 * Makes a read or change in its turn. While the call waits for something else (`call.outOfTurn`), another one has the turn,
 * and then the call goes before the others of its owner, as does the renewal of a lock, which would expire meanwhile. After
 * a wait, the rights are looked at again.
 */
export async function inOwnerTurn<Result>(plan: Plan, exchange: Exchange, call: Call, work: () => Promise<Result>) {
  exchange.turn ??= new OwnerTurn(plan, exchange, isRead(plan) ? 'read' : 'change');
  const { turn } = exchange;
  const enter = async (place?: Place) => {
    await turn.enter(place);
    call.caller = exchange.caller;
  };
  call.outOfTurn = async (waiting) => {
    turn.leave();
    const result = await waiting();
    await authoriseAgain(plan, exchange); // also where a turn is free at once
    await enter('beforeOwn');
    return result;
  };
  await enter(isRenewal(plan, call) ? 'beforeOwn' : 'last');
  return work();
}

function isRenewal({ name }: Pick<Plan, 'name'>, { body }: Pick<Call, 'body'>): boolean {
  return name === 'AcquireLock' && typeof body === 'object' && body !== null && 'fencingToken' in body;
}

/** Whether an operation only reads and answers with JSON, or with a stream. */
export function isRead({ operation }: Pick<Plan, 'operation'>): boolean {
  return operation.method === 'GET' || (operation.takesTurn === true && operation.audit === undefined);
}

/** Whether all of a request is made in a turn of its owner. Its verb gives the turn back while content comes. */
export function takesTurn(plan: Plan, exchange: Exchange, { content }: Pick<Call, 'content'>): boolean {
  return exchange.turn !== undefined || content !== undefined || isRead(plan) || !withoutTurn.has(plan.name);
}
