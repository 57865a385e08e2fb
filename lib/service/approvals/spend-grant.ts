import { type RevealTarget, TaskdeckError } from '#contract';
import type { Database, Transaction } from '#database';
import { ownerOf } from '../access/caller.ts';
import type { Call } from '../verb.ts';
import { type ApprovalRow, approvalColumns, targetOf } from './row.ts';

type Granted = { target: RevealTarget; reason: string; grantedBy: string };

/** Reads a request of the caller that was granted. Throws `ApprovalNotFound` and `InvalidTransition`. */
export async function readGrant(database: Database, call: Pick<Call, 'caller'>, id: string): Promise<Granted> {
  const [row] = await database<ApprovalRow[]>`
    select ${approvalColumns(database, call)} from approval where id = ${id} and owner = ${ownerOf(call.caller)}`;
  if (row === undefined) throw new TaskdeckError('ApprovalNotFound', `you have no request "${id}"`);
  if (row.state !== 'granted' || row.answeredBy === null) refuseState(row.state);
  const target = targetOf(row);
  if (target === undefined) throw new TaskdeckError('InvalidRequest', 'this request is not for a reveal');
  return { target, reason: row.reason, grantedBy: row.answeredBy };
}

/** Uses a grant up, in the transaction of what was asked for: it works once. */
export async function spendGrant(transaction: Transaction, id: string): Promise<void> {
  const { count } = await transaction`
    update approval set state = 'used', used_on = now() where id = ${id} and state = 'granted' and expires_on > now()`;
  if (count === 0) refuseState('used');
}

function refuseState(state: string): never {
  throw new TaskdeckError('InvalidTransition', `the request is ${state}; a granted one can be used once`);
}
