import { fullScope, revealMinutes, TaskdeckError } from '#contract';
import { inTransaction } from '#database';
import { identityOf } from '../access/caller.ts';
import { readGrant, spendGrant } from '../approvals/spend-grant.ts';
import type { Service } from '../service.ts';
import type { Call, Verb } from '../verb.ts';
import { type RevealRow, revealColumns, toReveal } from './row.ts';
import { findHidden } from './target.ts';

/** The answer has no value: those are read with `GetRevealed`. */
export const createReveal: Verb<'CreateReveal'> = async (service, call) => {
  const { body, caller, note } = call;
  const { target, reason, grant } = await askedFor(service, call, body);
  const { name, pointers, madeOn } = await findHidden(service, call, target);
  note.target = name;
  const granted = grant === undefined ? '' : `; granted by ${grant.by} (${grant.id})`;
  note.detail = `${pointers.map((pointer) => pointer || 'all').join(' ')}: ${reason}${granted}`;
  const [storeName, entryId] = 'storeName' in target ? [target.storeName, target.id] : [null, null];
  const [taskId, runCount] = 'taskId' in target ? [target.taskId, target.runCount] : [null, null];
  return inTransaction(service.database, async (transaction) => {
    if (grant !== undefined) await spendGrant(transaction, grant.id);
    const [row] = await transaction<RevealRow[]>`
      insert into reveal (store_name, entry_id, task_id, run_count, target_made_on, pointers, reason, identity,
        session_id, revealed_by, granted_by, expires_on)
      values (${storeName}, ${entryId}, ${taskId}, ${runCount}, ${madeOn}, ${[...pointers]}, ${reason},
        ${identityOf(caller)}, ${caller.sessionId ?? null}, ${caller.name}, ${grant?.by ?? null},
        now() + make_interval(mins => ${revealMinutes}))
      returning ${revealColumns(transaction, caller)}`;
    if (row === undefined) throw new Error('a reveal was not stored');
    return toReveal(row);
  });
};

type Body = Parameters<Verb<'CreateReveal'>>[1]['body'];

/** What is revealed and why: by the caller's own right, or by a request that somebody else granted. */
async function askedFor({ database }: Pick<Service, 'database'>, call: Pick<Call, 'may' | 'caller'>, body: Body) {
  if ('approvalId' in body) {
    const { grantedBy: by, ...asked } = await readGrant(database, call, body.approvalId);
    return { ...asked, grant: { id: body.approvalId, by } };
  }
  if (!call.may('sensitive/reveal'))
    throw new TaskdeckError(
      'InsufficientScope',
      `this needs the scope ${fullScope('sensitive/reveal')}; without it, ask with POST /v1/approvals and give the approvalId`,
    );
  return { ...body, grant: undefined };
}
