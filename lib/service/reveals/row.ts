import type { Reveal, RevealTarget } from '#contract';
import type { Database, Transaction } from '#database';
import { type Caller, identityOf } from '../access/caller.ts';

export type RevealRow = Omit<Reveal, 'target' | 'grantedBy'> & {
  grantedBy: string | null;
  storeName: string | null;
  entryId: string | null;
  taskId: string | null;
  runCount: string | null;
};

/** The columns of `RevealRow`, as one caller sees them. */
export const revealColumns = (database: Database | Transaction, caller: Caller) => database`
  id, store_name as "storeName", entry_id as "entryId", task_id as "taskId", run_count::text as "runCount", pointers,
  reason, revealed_by as "revealedBy", granted_by as "grantedBy", created_on as "createdOn", expires_on as "expiresOn",
  expires_on > now() as "isOpen", expires_on > now() and ${isOwn(database, caller)} as "isOwn"`;

/** The condition for reveals of a caller: of the session that made them, too. */
export function isOwn(database: Database | Transaction, caller: Caller) {
  return database`(identity = ${identityOf(caller)} and session_id is not distinct from ${caller.sessionId ?? null}::uuid)`;
}

/** A reveal as it leaves the service. */
export function toReveal({ storeName, entryId, taskId, runCount, grantedBy, ...same }: RevealRow): Reveal {
  const target = targetOf({ storeName, entryId, taskId, runCount });
  return { ...same, target, ...(grantedBy === null ? {} : { grantedBy }) };
}

/** The entry or run of a row. */
export function targetOf({
  storeName,
  entryId,
  taskId,
  runCount,
}: Pick<RevealRow, 'storeName' | 'entryId' | 'taskId' | 'runCount'>): RevealTarget {
  if (storeName !== null && entryId !== null) return { storeName, id: entryId };
  if (taskId !== null && runCount !== null) return { taskId, runCount: Number(runCount) };
  throw new TypeError('a reveal is of an entry or a run');
}
