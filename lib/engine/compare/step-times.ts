import type { Database } from '#database';
import { readAhead } from './read-ahead.ts';
import { type Side, Tally } from './tally.ts';
import { spanOf } from './tell-task.ts';

/** Steps are looked up for each task, so fewer tasks are read than for the other fields. */
const mostTasks = 5_000;
/** Of a run with more steps, the first ones are read. */
const mostSteps = 50;

type Sides = { matching: readonly number[]; others: readonly number[] };
type StepRow = { task: number; name: string; took: number };

/** The times of steps by their names, and of how many tasks of each side they are. */
type StepTimes = { tally: Tally; totals: { matching: number; others: number } };

/**
 * Counts how long the steps of tasks took, of the first 5,000 of each side, until it is over. The time of a name is that of
 * the longest step with it. Steps that a fork kept did not run, and take no part.
 */
export async function countStepTimes(database: Database, keys: Sides, isOver: () => boolean): Promise<StepTimes> {
  const tally = new Tally();
  const add = async (side: Side) => {
    const chosen = keys[side].slice(0, mostTasks);
    const read = async (batch: readonly number[]) => ({ read: await readSteps(database, batch), bytes: 0 });
    let counted = 0;
    for await (const batch of readAhead(chosen, read)) {
      let task: number | undefined;
      for (const row of batch.read) {
        if (row.task !== task) tally.begin(side);
        task = row.task;
        tally.field(`step.${row.name}`).add(spanOf(row.took));
      }
      counted += batch.count;
      if (isOver()) break;
    }
    return counted;
  };
  const matching = await add('matching');
  return { tally, totals: { matching, others: await add('others') } };
}

function readSteps(database: Database, keys: readonly number[]): Promise<StepRow[]> {
  return database<StepRow[]>`
    select r.task_key as task, s.name, round(max(date_part('epoch', s.ended_on - s.started_on)) * 1000) as took
    from run r cross join lateral (
      select name, started_on, ended_on from step
      where task_key = r.task_key and run_count = r.run_count and ended_on is not null and kept_from is null
      order by sequence limit ${mostSteps}
    ) s
    where r.is_current and r.task_key = any(${[...keys]}::bigint[])
    group by 1, 2 order by 1`;
}
