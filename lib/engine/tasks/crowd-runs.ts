import type { Database, Transaction } from '#database';
import { type CrowdedCallers, crowdedFrom } from './crowded-callers.ts';

/** A run that was queued, and for whom. */
type QueuedFor = { key: number; caller: string };

/** Puts queued runs behind those of other callers where their own caller has many in the queue. */
export async function crowdRuns(
  database: Database | Transaction,
  crowded: CrowdedCallers,
  runs: readonly QueuedFor[],
): Promise<void> {
  if (runs.length === 0) return;
  const callers = new Map(runs.map(({ key, caller }) => [key, caller]));
  const queued = await database<{ key: number }[]>`
    select task_key as key from active_run where task_key = any(${[...callers.keys()]}::bigint[]) and status = 'queued'
    order by task_key`;
  const behind: number[] = [];
  for (const { key } of queued) {
    const caller = callers.get(key) ?? '';
    const isCrowded = crowded.add(caller);
    crowded.note(caller, { key, isCrowded });
    if (isCrowded) behind.push(key);
  }
  if (behind.length === 0) return;
  await database`
    update active_run set ready_key = ${crowdedFrom} + nextval('task_key_seq')
    where task_key = any(array(
      select task_key from active_run
      where task_key = any(${behind}::bigint[]) and status = 'queued' and ready_key < ${crowdedFrom}
      order by task_key for update skip locked
    ))`;
}
