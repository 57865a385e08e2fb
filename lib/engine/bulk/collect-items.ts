import { type BulkFilter, bulkTaskType, limits, looksIntoValues, type TaskListFilter } from '#contract';
import { type Database, inTransaction, oneAtATime, readStored } from '#database';
import { findTasks } from '../tasks/list/find-tasks.ts';
import { lockRunning } from './lock-running.ts';
import type { OperationRow, StoredSelection } from './operation-row.ts';

const batchSize = 20_000;

/** Returns the filter of the task list that selects in the order in which tasks were created. */
function listFilterOf(filter: BulkFilter): TaskListFilter {
  return { ...filter, maxPageSize: batchSize, orderBy: 'createdOn asc' };
}

/** Reads the keys of matching tasks after a key. `next` is missing after the last batch. */
export async function findKeys(
  database: Database,
  filter: BulkFilter,
  after: number,
): Promise<{ keys: number[]; next: number | undefined }> {
  const start = after === 0 ? undefined : { p: 'key', k: after };
  const { found, next } = await findTasks(database, listFilterOf(filter), start, batchSize);
  return { keys: found.map(({ key }) => key), next: next === undefined ? undefined : (next.k ?? after) };
}

/** A search in inputs holds a connection for a second, and a process works off many operations at the same time. */
const searchInTurn = oneAtATime();

/**
 * Adds the next batch of tasks that match the filter of an operation. The tasks that exist at its creation are all that
 * it acts on. Resolves with whether the run still works off the operation.
 */
export async function collectItems(database: Database, operation: OperationRow, runCount: number): Promise<boolean> {
  const selection = readStored<StoredSelection>(operation.selection);
  if (!('filter' in selection)) throw new Error(`operation ${operation.id} has no filter`);
  const find = () => findKeys(database, selection.filter, operation.collected_key);
  const { keys, next } = await (looksIntoValues(selection.filter) ? searchInTurn(find) : find());
  const isLast = next === undefined || next > operation.last_task_key;
  return inTransaction(database, async (transaction) => {
    const locked = await lockRunning(transaction, operation.id, runCount);
    if (locked === undefined) return false;
    if (locked.is_collected || locked.collected_key !== operation.collected_key) return true;
    const added = await transaction`
      insert into bulk_item (operation_key, position, task_id, task_key)
      select ${operation.key}, ${locked.total} + row_number() over (order by t.key), t.id, t.key
      from task t
      where t.key = any(${keys}::bigint[]) and t.key <= ${operation.last_task_key} and t.type <> ${bulkTaskType}`;
    const total = locked.total + added.count;
    const isTooMany = total > limits.bulkOperationTasks;
    await transaction`
      update bulk_operation set total = ${total}, collected_key = ${next ?? operation.last_task_key},
        is_collected = ${isLast || isTooMany}
        ${
          isTooMany
            ? transaction`, ended_on = now(), is_stopped = true,
                end_reason = ${`More tasks match than the limit (bulkOperationTasks) of ${limits.bulkOperationTasks}. No task was acted on.`}`
            : transaction``
        }
      where key = ${operation.key}`;
    return true;
  });
}
