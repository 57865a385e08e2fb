import { actionTarget, TaskdeckError } from '#contract';
import type { Database, Transaction } from '#database';
import { inTransaction } from '#database';
import { announce } from './announce.ts';
import { type LockedTask, lockTask, refuseOfBulk, requireAction } from './lock-task.ts';

/**
 * Ends the time that the current run waits for: its sleeps, the back-off of a step or of the run, or its start time. The
 * run is queued at once. With `until`, only while its wait ends then, so that a request sent twice does not end the next
 * wait too. Throws `TaskNotFound`, `InvalidTransition`, `PreconditionFailed`.
 */
export async function wakeTask(database: Database, id: string, until?: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const task = await lockTask(transaction, id);
    refuseOfBulk(task, 'wake');
    requireAction(task, 'wake');
    const ends = await readEnds(transaction, [task]);
    if (ends.length === 0)
      throw new TaskdeckError(
        'InvalidTransition',
        `cannot wake task "${id}": it is waiting, but not for a time, and would become ${actionTarget.wake}`,
      );
    if (
      until !== undefined &&
      !ends.some(({ wake_on }) => wake_on !== null && Date.parse(wake_on) === Date.parse(until))
    )
      throw new TaskdeckError('PreconditionFailed', `task "${id}" no longer waits until ${until}`);
    await endWaits(transaction, [task]);
  });
}

/** The same for many locked tasks whose status allows it. Resolves with those that were waiting for a time. */
export async function wakeRuns(transaction: Transaction, tasks: readonly LockedTask[]): Promise<LockedTask[]> {
  const ends = await readEnds(transaction, tasks);
  const keys = new Set(ends.map(({ task_key }) => task_key));
  const woken = tasks.filter(({ key }) => keys.has(key));
  await endWaits(transaction, woken);
  return woken;
}

type End = { task_key: number; wake_on: string | null };

/** Reads when the sleeps of runs and the back-offs of their steps end. */
async function readEnds(transaction: Transaction, tasks: readonly LockedTask[]): Promise<End[]> {
  const own = tasks.filter(({ status }) => status !== 'waiting');
  const waiting = tasks.filter(({ status }) => status === 'waiting');
  const ofSteps = await transaction<End[]>`
    select s.task_key, s.wake_on from step s join ${runsOf(transaction, waiting)} on true
    where s.task_key = w.task_key and s.run_count = w.run_count and s.wake_on is not null and ${isTimed(transaction)}`;
  return [...own.map(({ key, due_on }) => ({ task_key: key, wake_on: due_on })), ...ofSteps];
}

/** The next execution of the handler finds that the time of its waits is over. Those that are still in memory go on no more. */
async function endWaits(transaction: Transaction, tasks: readonly LockedTask[]): Promise<void> {
  await transaction`
    update step s set wake_on = now() from ${runsOf(transaction, tasks)}
    where s.task_key = w.task_key and s.run_count = w.run_count and s.wake_on > now() and ${isTimed(transaction)}`;
  await transaction`
    update active_run set status = 'queued', queued_on = now(), due_on = null, fence = fence + 1
    where task_key = any(${tasks.map(({ key }) => key)}::bigint[])`;
  await announce(transaction, tasks, { isReady: true });
}

function runsOf(transaction: Transaction, tasks: readonly LockedTask[]) {
  return transaction`unnest(${tasks.map(({ key }) => key)}::bigint[], ${tasks.map((task) => task.run_count)}::bigint[])
    w (task_key, run_count)`;
}

function isTimed(transaction: Transaction) {
  return transaction`(s.kind = 'sleep' and s.status = 'waiting' or s.kind = 'step' and s.status = 'retrying')`;
}
