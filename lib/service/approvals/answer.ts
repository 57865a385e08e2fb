import { approvalHours, TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import { ownerOf } from '../access/caller.ts';
import type { Service } from '../service.ts';
import type { Call, Verb } from '../verb.ts';
import { performGranted } from './perform.ts';
import { type ApprovalRow, approvalColumns, isTold, mayGrant, toApproval } from './row.ts';

/**
 * A request is answered once, by somebody else, who may do what is asked for. A grant performs it, except for a reveal.
 */
export const answerApproval: Verb<'AnswerApproval'> = async (service, call) => {
  const { database } = service;
  const { params, body, caller, note } = call;
  const { isGranted, note: words } = body;
  const [asked] = await database<ApprovalRow[]>`
    select ${approvalColumns(database, call)} from approval where id = ${params.id}`;
  if (asked === undefined || !isTold(asked, call))
    throw new TaskdeckError('ApprovalNotFound', `there is no request "${params.id}"`);
  requireAnswerer(service, call, asked);
  note.detail = `${isGranted ? 'granted' : 'declined'} to ${asked.askedBy}${words ? `: ${words}` : ''}`;
  const [row] = await inTransaction(database, async (transaction) => {
    const claimed = await transaction<(ApprovalRow & Claimed)[]>`
    with found as (
      select id as found_id, sealed_request as sealed, sealed_with as "sealedWith", basis as "basisThen",
        asker_kind as "askerKind", asker_id as "askerId"
      from approval
      where id = ${params.id} and state = 'waiting' and expires_on > now() and owner <> ${ownerOf(caller)}
      for update
    )
    update approval set state = ${isGranted ? 'granted' : 'declined'}, answered_by = ${caller.name}, answered_on = now(),
      note = ${words || null}, expires_on = now() + make_interval(hours => ${approvalHours}), sealed_request = null,
      sealed_with = null, outcome = case when ${isGranted} and target is null then ${unfinished} end
    from found where id = found_id
    returning ${approvalColumns(transaction, call)}, sealed, "sealedWith", "basisThen", "askerKind", "askerId"`;
    if (claimed.length === 0) {
      const [now = asked] = await transaction<ApprovalRow[]>`
        select ${approvalColumns(transaction, call)} from approval where id = ${params.id}`;
      throw new TaskdeckError('InvalidTransition', `the request is ${now.state} already`);
    }
    return claimed;
  });
  if (row === undefined) throw new Error('an answered request is gone');
  const { sealed, sealedWith, basisThen: basis, askerKind: kind, askerId, ...answered } = row;
  const { id, operation, askedBy: name } = row;
  if (!isGranted || operation === 'CreateReveal') return toApproval(answered, call);
  if (sealed === null || sealedWith === null || kind === null || askerId === null)
    throw new Error(`the request ${id} has nothing to perform`);
  const granted = { id, operation, asker: { kind, id: askerId, name }, sealed, sealedWith, basis };
  const { isDone, outcome } = await performGranted(service, call, granted);
  note.detail += `; ${isDone ? 'performed' : 'refused'}: ${outcome}`;
  const [ended] = await database<ApprovalRow[]>`
    update approval set state = ${isDone ? 'used' : 'failed'}, used_on = now(), outcome = ${outcome}
    where id = ${id} returning ${approvalColumns(database, call)}`;
  return toApproval(ended ?? answered, call);
};

/** What is to be performed, and for whom. A reveal has none of it. */
type Claimed = {
  sealed: Buffer | null;
  sealedWith: string | null;
  basisThen: string | null;
  askerKind: 'operator' | 'apiKey' | null;
  askerId: string | null;
};

/** What stays when the process ends in the moment in which it performs a request. */
const unfinished = 'It is being performed, or was interrupted: the audit trail says whether it was done.';

function requireAnswerer({ config }: Service, call: Pick<Call, 'may' | 'caller'>, asked: ApprovalRow): void {
  const refuse = (why: string): never => {
    throw new TaskdeckError('InsufficientScope', why);
  };
  if (asked.isOfSamePerson) refuse('nobody answers the own request');
  if (!mayGrant(call, asked)) refuse('only who may do what is asked for answers the request');
  const isForTwo = asked.target === null || config.needsApproval.has('reveal');
  if (isForTwo && call.caller.sessionId === undefined) refuse('only a person who is signed in answers this request');
}
