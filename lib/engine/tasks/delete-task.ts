import { isEnded, TaskdeckError } from '#contract';
import type { Database, Transaction } from '#database';
import { inTransaction } from '#database';
import { purgeTask } from '../retention/purge-deleted.ts';
import { announce } from './announce.ts';
import { endRuns } from './end-run.ts';
import { lockTasks, requireEtag } from './lock-task.ts';

/**
 * Deletes a task with everything that belongs to it. `force` cancels its current run first. The task is gone when this
 * resolves, and the rows of a large history follow in batches. Resolves with whether the task existed. Throws
 * `TaskIsActive`, `PreconditionFailed`.
 */
export async function deleteTask(
  database: Database,
  id: string,
  options: { force?: boolean | undefined; ifMatch?: string | undefined },
): Promise<boolean> {
  const deleted = await inTransaction(database, async (transaction) => {
    const [task] = await lockTasks(transaction, [id]);
    if (task === undefined) {
      if (options.ifMatch === undefined) return undefined;
      throw new TaskdeckError('PreconditionFailed', `there is no task "${id}" that If-Match could be for`);
    }
    requireEtag(task, options.ifMatch);
    if (!isEnded(task.status)) {
      if (options.force !== true)
        throw new TaskdeckError(
          'TaskIsActive',
          `task "${id}" is ${task.status}; cancel it first, or delete it with force, which cancels it`,
        );
      await endRuns(transaction, [task], 'cancelled');
    }
    await removeTasks(transaction, [task]);
    return task.key;
  });
  if (deleted !== undefined) await purgeTask(database, deleted);
  return deleted !== undefined;
}

/** Removes locked tasks that have ended. Their runs, steps, events and logs follow in batches. */
export async function removeTasks(
  transaction: Transaction,
  tasks: readonly { id: string; key: number }[],
): Promise<void> {
  const keys = tasks.map(({ key }) => key);
  await transaction`
    with gone as (delete from task where key = any(${keys}::bigint[])),
      no_inputs as (delete from task_input where task_key = any(${keys}::bigint[])),
      no_search as (delete from search_text where task_key = any(${keys}::bigint[]))
    insert into deleted_task (task_key) select unnest(${keys}::bigint[])`;
  await announce(transaction, tasks, { isTaken: true });
}
