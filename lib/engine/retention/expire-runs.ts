import type { Retention } from '#contract';
import { type Database, maximumNamedTasks, type Transaction, tryLock } from '#database';
import { announce } from '../tasks/announce.ts';
import { type RunKey, removeRuns } from './remove-runs.ts';

/** The maximum number of tasks checked, and of runs removed, in one transaction. */
const batchTasks = 200;
const batchRuns = 200;
/** The number of ended runs that are looked at in one transaction. */
const batchEnds = 1_000;

/**
 * Applies retention to the next tasks that have their own retention or a schedule: removes runs beyond `maximumRuns`
 * and runs that ended longer than `maximumAgeInMs` ago. Deletes the whole task when its current run ended that long
 * ago. A task that another transaction holds just then, such as a fork of one of these runs, is left to the next sweep,
 * and so are runs whose end a bulk operation has still to note, and the current run of a task whose parent's run has not
 * ended.
 * Watchers are notified of the tasks.
 * `fallback` applies to tasks without a retention. Resolves with the key that it came to, or `undefined` after the
 * last task.
 */
export async function expireRuns(database: Database, fallback: Retention, after: number): Promise<number | undefined> {
  return database.begin(async (transaction) => {
    if (!(await tryLock(transaction, 'retention'))) return undefined;
    const tasks = await transaction<{ key: number; runs: number | null; age: number | null }[]>`
      select key, coalesce(retention ->> 'maximumRuns', case when retention is null then ${fallback.maximumRuns ?? null}::text end)::bigint as runs,
        coalesce(retention ->> 'maximumAgeInMs', case when retention is null then ${fallback.maximumAgeInMs ?? null}::text end)::bigint as age
      from (
        (select key, retention from task where retention is not null and key > ${after} order by key limit ${batchTasks})
        union
        (select key, retention from task where schedule is not null and key > ${after} order by key limit ${batchTasks})
      ) candidate order by key limit ${batchTasks}`;
    const last = tasks.at(-1);
    if (last === undefined) return undefined;
    const runs = await transaction<(RunKey & { id: string })[]>`
      select r.task_key, r.run_count, t.id
      from unnest(${tasks.map((task) => task.key)}::bigint[], ${tasks.map((task) => task.runs)}::bigint[],
        ${tasks.map((task) => task.age)}::bigint[]) as limited (key, runs, age)
      cross join lateral (
        select greatest((select max(run_count) from run where task_key = limited.key),
          (select run_count from active_run where task_key = limited.key)) as run_count
      ) newest
      join run r on r.task_key = limited.key and not r.is_current
        and (r.run_count <= newest.run_count - limited.runs or r.ended_on < now() - limited.age * interval '1 ms')
        and not ${isFollowed(transaction)}
      join task t on t.key = limited.key
      limit ${batchRuns} for update of t skip locked`;
    await removeRuns(transaction, runs);
    const gone = await transaction<GoneTask[]>`
      with aged as (
        select r.task_key from unnest(${tasks.map((task) => task.key)}::bigint[], ${tasks.map((task) => task.age)}::bigint[]) as limited (key, age)
        join run r on r.task_key = limited.key and r.is_current and r.ended_on < now() - limited.age * interval '1 ms'
          and not ${isFollowed(transaction)}
        join task t on t.key = r.task_key and not ${hasLiveParent(transaction)} for update of t, r skip locked
      ), ${deletion(transaction)}`;
    const shorter = new Map(runs.map(({ id, task_key: key }) => [id, { id, key }]));
    await announceEach(transaction, [...gone, ...shorter.values()]);
    return runs.length === batchRuns ? after : last.key;
  });
}

/** A position in the ended runs, by the time of their end. */
export type EndedRun = { endedOn: Date; taskKey: number };

export const beforeAllEnds: EndedRun = { endedOn: new Date(0), taskKey: 0 };

/**
 * Applies the service's `maximumAgeInMs` to tasks without a retention: looks at the next 1,000 runs that ended longer ago,
 * oldest first, and deletes the tasks whose current run is among them. One process at a time does so. Resolves with the
 * run that it came to, or `undefined` after the last. Watchers are notified of the tasks.
 */
export async function expireTasks(
  database: Database,
  maximumAgeInMs: number,
  after: EndedRun,
): Promise<EndedRun | undefined> {
  return database.begin(async (transaction) => {
    if (!(await tryLock(transaction, 'expiry'))) return undefined;
    const tooOld = transaction`
      r.ended_on < now() - ${maximumAgeInMs}::bigint * interval '1 ms'
      and (r.ended_on, r.task_key) > (${after.endedOn}, ${after.taskKey}::bigint)`;
    const [last] = await transaction<EndedRun[]>`
      select ended_on as "endedOn", task_key as "taskKey" from run r
      where ${tooOld} order by ended_on, task_key offset ${batchEnds - 1} limit 1`;
    const isBefore =
      last === undefined
        ? transaction``
        : transaction`and (r.ended_on, r.task_key) <= (${last.endedOn}, ${last.taskKey}::bigint)`;
    const gone = await transaction<GoneTask[]>`
      with aged as (
        select r.task_key from run r join task t on t.key = r.task_key
        where ${tooOld} ${isBefore} and r.is_current and t.retention is null
          and not ${isFollowed(transaction)} and not ${hasLiveParent(transaction)} for update of t, r skip locked
      ), ${deletion(transaction)}`;
    await announceEach(transaction, gone);
    return last;
  });
}

type GoneTask = { id: string; key: number };

/** Notifies watchers by name, however many tasks there are: a sweep must not make every watcher read everything again. */
async function announceEach(transaction: Transaction, tasks: readonly GoneTask[]): Promise<void> {
  for (let at = 0; at < tasks.length; at += maximumNamedTasks)
    await announce(transaction, tasks.slice(at, at + maximumNamedTasks));
}

/** Whether a bulk operation has still to note how the run `r` ended. One that is paused does so when it goes on. */
function isFollowed(transaction: Transaction) {
  return transaction`exists (
    select from bulk_item i join bulk_operation o on o.key = i.operation_key and o.ended_on is null
    where i.task_key = r.task_key and i.run_count = r.run_count and i.status = 'running')`;
}

/** Whether the run that created the task `t` has not ended. It may wait for the task later, or be paused while it waits. */
function hasLiveParent(transaction: Transaction) {
  return transaction`exists (
    select from active_run p where p.task_key = t.parent_key and p.run_count = t.parent_run_count)`;
}

/** Deletes the tasks of `aged` like `deleteTask`, and returns them. */
function deletion(transaction: Transaction) {
  return transaction`
    gone as (delete from task using aged where task.key = aged.task_key returning task.id, task.key),
    no_inputs as (delete from task_input using aged where task_input.task_key = aged.task_key),
    no_search as (delete from search_text using aged where search_text.task_key = aged.task_key),
    marked as (insert into deleted_task (task_key) select task_key from aged on conflict do nothing)
    select id, key from gone`;
}
