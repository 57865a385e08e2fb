import type { StepKind, StepStatus } from '#contract';
import type { Database } from '#database';
import type { ClaimedRun } from './claimed-run.ts';

/**
 * A step as an earlier claim of the run recorded it. Times are in milliseconds. `wake_in` is negative when the time is
 * over.
 */
export type RecordedStep = {
  task_key: number;
  sequence: number;
  name: string;
  kind: StepKind;
  status: StepStatus;
  attempt: number;
  attempts: string | null;
  output: string | null;
  error: string | null;
  started_ago: number;
  wake_in: number | null;
  event_name: string | null;
  child_task_id: string | null;
  call_order: string | null;
};

/**
 * Reads the steps of several claimed runs by task, in order. Omits runs that the worker no longer holds: a crash of the server may
 * have lost the claim before this could be read. Whoever began such a run would take it from the execution that holds it.
 */
export async function readJournal(
  database: Database,
  workerKey: number,
  claims: readonly Pick<ClaimedRun, 'task_key' | 'run_count' | 'fence'>[],
): Promise<Map<number, RecordedStep[]>> {
  const rows = await database<(RecordedStep | { task_key: number; sequence: null })[]>`
    select r.task_key, s.sequence, s.name, s.kind, s.status, s.attempt, s.attempts, s.output, s.error,
      extract(epoch from now() - s.started_on)::float8 * 1000 as started_ago,
      extract(epoch from s.wake_on - now())::float8 * 1000 as wake_in, s.event_name, s.child_task_id,
      s.call_order
    from unnest(${claims.map((claim) => claim.task_key)}::bigint[], ${claims.map((claim) => claim.run_count)}::bigint[],
        ${claims.map((claim) => claim.fence)}::bigint[]) r (task_key, run_count, fence)
      cross join lateral (
        select from active_run a
        where a.task_key = r.task_key and a.run_count = r.run_count and a.fence = r.fence and a.worker_key = ${workerKey}
          and a.status = 'running'
        offset 0
      ) held
      left join step s on s.task_key = r.task_key and s.run_count = r.run_count
    order by r.task_key, s.sequence`;
  const byTask = new Map<number, RecordedStep[]>();
  for (const row of rows) {
    const steps = byTask.get(row.task_key) ?? [];
    if (row.sequence !== null) steps.push(row);
    byTask.set(row.task_key, steps);
  }
  return byTask;
}
