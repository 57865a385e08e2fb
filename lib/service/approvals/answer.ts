import { approvalHours, TaskdeckError } from '#contract';
import { ownerOf } from '../access/caller.ts';
import type { Verb } from '../verb.ts';
import { type ApprovalRow, approvalColumns, mayGrant, toApproval } from './row.ts';

/** A request is answered once, by somebody else, who may do what is asked for. */
export const answerApproval: Verb<'AnswerApproval'> = async ({ database }, call) => {
  const { params, body, caller, note } = call;
  const { isGranted, note: words } = body;
  const [asked] = await database<ApprovalRow[]>`
    select ${approvalColumns(database, call)} from approval where id = ${params.id}`;
  if (asked === undefined) throw new TaskdeckError('ApprovalNotFound', `there is no request "${params.id}"`);
  if (asked.isOwn) throw new TaskdeckError('InsufficientScope', 'nobody answers the own request');
  if (!mayGrant(call, asked))
    throw new TaskdeckError('InsufficientScope', 'only who may do what is asked for answers the request');
  note.detail = `${isGranted ? 'granted' : 'declined'} to ${asked.askedBy}${words ? `: ${words}` : ''}`;
  const [row] = await database<ApprovalRow[]>`
    update approval set state = ${isGranted ? 'granted' : 'declined'}, answered_by = ${caller.name}, answered_on = now(),
      note = ${words || null}, expires_on = now() + make_interval(hours => ${approvalHours})
    where id = ${params.id} and state = 'waiting' and expires_on > now() and owner <> ${ownerOf(caller)}
    returning ${approvalColumns(database, call)}`;
  if (row === undefined) throw new TaskdeckError('InvalidTransition', `the request is ${asked.state} already`);
  return toApproval(row, call);
};
