import { type BulkAction, type BulkPreview, bulkTaskType } from '#contract';
import type { Database } from '#database';

type Fork = Extract<BulkAction, { kind: 'fork' }>;
const stepsShown = 50;

/** Whether the step `s` is one from which a fork may start. The first of them is where it does. */
export function isFirstStep(database: Database, { fromStep }: Fork) {
  return fromStep === undefined ? database`s.status <> 'succeeded'` : database`s.name = ${fromStep}`;
}

/** Counts, by name, the steps of the current runs of ended tasks whose results are kept and those that run again. */
export async function previewSteps(
  database: Database,
  keys: readonly number[],
  action: BulkAction,
): Promise<BulkPreview['steps']> {
  if (action.kind !== 'fork' && action.kind !== 'rerun') return [];
  const from =
    action.kind === 'fork'
      ? database`(select min(s.sequence) from step s
          where s.task_key = r.task_key and s.run_count = r.run_count and ${isFirstStep(database, action)})`
      : database`0`;
  return database<BulkPreview['steps']>`
    select s.name, count(*) filter (where s.sequence < begun.sequence and s.status = 'succeeded') as kept,
      count(*) filter (where s.sequence >= begun.sequence or s.status <> 'succeeded') as rerun
    from run r join task t on t.key = r.task_key
      cross join lateral (select ${from} as sequence) begun
      join step s on s.task_key = r.task_key and s.run_count = r.run_count
    where r.is_current and r.task_key = any(${[...keys]}::bigint[]) and begun.sequence is not null
      and t.type <> ${bulkTaskType}
    group by s.name order by min(s.sequence), s.name limit ${stepsShown}`;
}
