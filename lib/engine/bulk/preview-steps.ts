import { type BulkAction, type BulkPreview, bulkTaskType } from '#contract';
import { type Database, readWithin, type Transaction } from '#database';
import { isKept } from '../history/fork-run.ts';

type Fork = Extract<BulkAction, { kind: 'fork' }>;
const stepsShown = 50;
/** Of runs with so many steps that it takes longer, none are told. */
const statementMs = 5_000;

/** Whether the step `s` is one from which a fork may start. The first of them is where it does. */
export function isFirstStep(database: Database | Transaction, { fromStep }: Fork) {
  return fromStep === undefined ? database`s.status <> 'succeeded'` : database`s.name = ${fromStep}`;
}

/** Counts, by name, the steps of the current runs of ended tasks whose results are kept and those that run again. */
export async function previewSteps(
  database: Database,
  keys: readonly number[],
  action: BulkAction,
  limitMs = statementMs,
): Promise<BulkPreview['steps']> {
  if (action.kind !== 'fork' && action.kind !== 'rerun') return [];
  const fork = action.kind === 'fork' ? action : undefined;
  const counted = await readWithin(database, limitMs, (transaction) => countSteps(transaction, keys, fork));
  return counted ?? [];
}

/** Where a run begins again is found once for each run: PostgreSQL would find it again for each of its steps. */
function countSteps(sql: Transaction, keys: readonly number[], fork: Fork | undefined) {
  const from =
    fork === undefined
      ? sql`0`
      : sql`(select min(s.sequence) from step s
          where s.task_key = r.task_key and s.run_count = r.run_count and ${isFirstStep(sql, fork)})`;
  return sql<BulkPreview['steps']>`
    with begun as materialized (
      select r.task_key, r.run_count, ${from} as sequence from run r join task t on t.key = r.task_key
      where r.is_current and r.task_key = any(${[...keys]}::bigint[]) and t.type <> ${bulkTaskType}
    )
    select s.name, count(*) filter (where ${isKept(sql, sql`begun.sequence`)}) as kept,
      count(*) filter (where not ${isKept(sql, sql`begun.sequence`)}) as rerun
    from begun join step s on s.task_key = begun.task_key and s.run_count = begun.run_count
    where begun.sequence is not null
    group by s.name order by min(s.sequence), s.name limit ${stepsShown}`;
}
