import type { StepKind, StepStatus } from '#contract';
import type { Database } from '#database';

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

/** Reads the steps of several runs by task, in order. */
export async function readJournal(
  database: Database,
  runs: readonly { task_key: number; run_count: number }[],
): Promise<Map<number, RecordedStep[]>> {
  const steps = await database<RecordedStep[]>`
    select s.task_key, s.sequence, s.name, s.kind, s.status, s.attempt, s.attempts, s.output, s.error,
      extract(epoch from now() - s.started_on)::float8 * 1000 as started_ago,
      extract(epoch from s.wake_on - now())::float8 * 1000 as wake_in, s.event_name, s.child_task_id,
      s.call_order
    from unnest(${runs.map((run) => run.task_key)}::bigint[], ${runs.map((run) => run.run_count)}::bigint[]) r (task_key, run_count)
    join step s on s.task_key = r.task_key and s.run_count = r.run_count
    order by s.task_key, s.sequence`;
  const byTask = new Map<number, RecordedStep[]>();
  for (const step of steps) {
    const known = byTask.get(step.task_key);
    if (known === undefined) byTask.set(step.task_key, [step]);
    else known.push(step);
  }
  return byTask;
}
