import type { Database } from '#database';
import type { Interruption } from '../definition/failures.ts';
import { interruptionOf } from '../run/interruption-of.ts';
import type { HeldRun } from '../run/journal-entry.ts';

/** Returns which of these runs this worker no longer holds, and why. Omits those that it gave up itself. */
export async function findLostRuns(
  database: Database,
  workerKey: number,
  runs: readonly HeldRun[],
): Promise<{ taskKey: number; fence: number; reason: Interruption }[]> {
  const rows = await database<
    { task_key: number; fence: number; active: string | null; ended: string | null; is_ours: boolean }[]
  >`
    select r.task_key, r.fence, a.status as active, e.status as ended,
      coalesce(a.run_count = r.run_count and a.fence = r.fence and a.status <> 'paused', false) as is_ours
    from unnest(${runs.map((run) => run.taskKey)}::bigint[], ${runs.map((run) => run.runCount)}::bigint[],
      ${runs.map((run) => run.fence)}::bigint[]) r (task_key, run_count, fence)
    left join lateral (select * from active_run where active_run.task_key = r.task_key offset 0) a on true
    left join run e on e.task_key = r.task_key and e.run_count = r.run_count
    where a.task_key is null or a.run_count <> r.run_count or a.fence <> r.fence or a.status <> 'running'
      or a.worker_key <> ${workerKey}`;
  return rows
    .filter((row) => !row.is_ours && row.ended !== 'succeeded' && row.ended !== 'failed')
    .map((row) => ({ taskKey: row.task_key, fence: row.fence, reason: interruptionOf(row.ended ?? row.active) }));
}
