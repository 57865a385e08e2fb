import type { Transaction } from '#database';
import type { Actor } from '../actor.ts';
import { keepSteps } from '../history/fork-run.ts';
import { announce } from '../tasks/announce.ts';
import { beginRuns } from '../tasks/begin-run.ts';
import type { LockedTask } from '../tasks/lock-task.ts';
import { noStep, type Refusal } from './refusal.ts';

/**
 * Forks the current runs of locked tasks, with their input, from the first step of this name, or from the first one that
 * did not succeed. Adds a refusal for each task without that step, and resolves with the others.
 */
export async function forkRuns(
  transaction: Transaction,
  tasks: readonly LockedTask[],
  fromStep: string | undefined,
  actor: Pick<Actor, 'name' | 'owner'>,
  refusals: Map<string, Refusal>,
): Promise<LockedTask[]> {
  const sequences = await firstSequences(transaction, tasks, fromStep);
  const forked: (LockedTask & { sequence: number })[] = [];
  for (const task of tasks) {
    const sequence = sequences.get(task.key);
    if (sequence === undefined) refusals.set(task.id, noStep(fromStep));
    else forked.push({ ...task, sequence });
  }
  if (forked.length === 0) return [];
  await beginRuns(
    transaction,
    forked.map((task) => ({ ...task, forkedFrom: { runCount: task.run_count, sequence: task.sequence } })),
    { trigger: 'fork', by: actor, hasJournal: forked.some(({ sequence }) => sequence > 0) },
  );
  await keepSteps(
    transaction,
    forked.map(({ key, run_count, sequence }) => ({ key, source: run_count, target: run_count + 1, sequence })),
  );
  await keepInputs(transaction, forked);
  await announce(transaction, forked, { isReady: true });
  return forked;
}

async function firstSequences(transaction: Transaction, tasks: readonly LockedTask[], fromStep: string | undefined) {
  const rows = await transaction<{ key: number; sequence: number }[]>`
    select t.key, min(s.sequence) as sequence
    from unnest(${tasks.map(({ key }) => key)}::bigint[], ${tasks.map((task) => task.run_count)}::bigint[])
        t (key, run_count)
      join step s on s.task_key = t.key and s.run_count = t.run_count
    where ${fromStep === undefined ? transaction`s.status <> 'succeeded'` : transaction`s.name = ${fromStep}`}
    group by t.key`;
  return new Map(rows.map(({ key, sequence }) => [key, sequence]));
}

/** A fork has the input of its source also when an update has set another one for the next run. */
async function keepInputs(transaction: Transaction, tasks: readonly LockedTask[]): Promise<void> {
  await transaction`
    insert into task_input (task_key, from_run_count, input, withholds_events)
    select f.key, f.run_count + 1, case when i.is_given then i.input else t.input end, coalesce(i.withholds_events, false)
    from unnest(${tasks.map(({ key }) => key)}::bigint[], ${tasks.map((task) => task.run_count)}::bigint[])
        f (key, run_count)
      join task t on t.key = f.key
      left join lateral (
        select input, withholds_events, true as is_given from task_input
        where task_key = f.key and from_run_count <= f.run_count order by from_run_count desc limit 1
      ) i on true
    where exists (select from task_input n where n.task_key = f.key and n.from_run_count > f.run_count)
    on conflict (task_key, from_run_count)
      do update set input = excluded.input, withholds_events = excluded.withholds_events`;
}
