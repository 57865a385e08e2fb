import type { OperationName } from '#contract';
import type { Exchange, Plan } from '../http/stages/exchange.ts';
import type { Call } from '../verb.ts';
import { OwnerTurn } from './owner-turn.ts';

/**
 * Changes that need no turn while they are small. Those of many callers share one commit, or they wait: for a lock, or in
 * the line of those who sign in.
 */
const withoutTurn: ReadonlySet<OperationName> = new Set([
  'CreateTask',
  'SaveState',
  'AcquireLock',
  'ChangePassword',
  'ProveIdentity',
]);

/**
 * Makes a read or change in its turn. While the call waits for something else (`call.outOfTurn`), another one has the turn.
 * After a wait, the rights are looked at again.
 */
export async function inOwnerTurn<Result>(plan: Plan, exchange: Exchange, call: Call, work: () => Promise<Result>) {
  exchange.turn ??= new OwnerTurn(plan, exchange, isRead(plan) ? 'read' : 'change');
  const { turn } = exchange;
  const enter = async () => {
    await turn.enter();
    call.caller = exchange.caller;
  };
  call.outOfTurn = async (waiting) => {
    turn.leave();
    const result = await waiting();
    await enter();
    return result;
  };
  await enter();
  return work();
}

/** Whether an operation only reads and answers with JSON. */
export function isRead({ operation }: Pick<Plan, 'operation'>): boolean {
  return operation.method === 'GET' || (operation.takesTurn === true && operation.audit === undefined);
}

/** Whether a request is made in a turn of its owner. Content that is read as it comes takes hours, and no turn. */
export function takesTurn(plan: Plan, exchange: Exchange, { content }: Pick<Call, 'content'>): boolean {
  if (plan.operation.scopes === 'anonymous' || content !== undefined) return false;
  return exchange.turn !== undefined || isRead(plan) || !withoutTurn.has(plan.name);
}
