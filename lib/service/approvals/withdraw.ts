import { TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import { ownerOf } from '../access/caller.ts';
import type { Verb } from '../verb.ts';
import { type ApprovalRow, approvalColumns, targetOf, toApproval } from './row.ts';

/** Who asked takes an unanswered request back, also with another key. Doing it twice is no failure. */
export const withdrawApproval: Verb<'WithdrawApproval'> = async ({ database }, call) => {
  const { params, caller, note } = call;
  const columns = approvalColumns(database, call);
  return inTransaction(database, async (transaction) => {
    const [withdrawn] = await transaction<ApprovalRow[]>`
      update approval set state = 'withdrawn', sealed_request = null, sealed_with = null
      where id = ${params.id} and owner = ${ownerOf(caller)} and state = 'waiting' and expires_on > now()
      returning ${columns}`;
    const [row] =
      withdrawn === undefined
        ? await transaction<ApprovalRow[]>`
            select ${columns} from approval where id = ${params.id} and owner = ${ownerOf(caller)}`
        : [withdrawn];
    if (row === undefined) throw new TaskdeckError('ApprovalNotFound', `you have no request "${params.id}"`);
    const { operation, state } = row;
    note.detail = targetOf(row) === undefined ? operation : `${operation} of hidden values`;
    if (state !== 'withdrawn')
      throw new TaskdeckError(
        'InvalidTransition',
        `the request is ${state} already; one that waits for an answer can be withdrawn`,
      );
    return toApproval(row, call);
  });
};
