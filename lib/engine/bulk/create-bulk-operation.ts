import {
  type Bounds,
  type BulkAction,
  type BulkOperation,
  bulkTaskType,
  type ParsedBulkOperation,
  stringifyJson,
  TaskdeckError,
} from '#contract';
import { type Database, inTransaction, type Transaction } from '#database';
import { eventText } from '../events/raise-event.ts';
import { insertTasks } from '../tasks/insert-tasks.ts';
import { ownTask } from '../tasks/own-task.ts';
import { operationRecord, readOperation, type StoredSelection } from './operation-row.ts';

/** With whose rights a bulk operation acts, and what its audit records say about the request that created it. */
export type BulkCreator = {
  kind: string;
  id: string;
  name: string;
  /** Whose queued runs those count among that the operation queues. */
  owner: string;
  scopes: readonly string[];
  /** What it reaches of tasks; `undefined`: everything. */
  bounds: Bounds | undefined;
  /** When the rights end that cannot be read again, in milliseconds since 1970. */
  until: number | undefined;
  sourceAddress: string;
  requestId: string;
};

/** The queue of the tasks that work off bulk operations. */
export const bulkQueue = 'taskdeck';

const hourMs = 3_600_000;

/**
 * Creates a bulk operation together with the task that works it off. Throws `BulkOperationNotFound` for a selection from
 * an unknown operation, `InvalidRequest`.
 */
export async function createBulkOperation(
  database: Database,
  id: string,
  input: ParsedBulkOperation,
  creator: BulkCreator,
): Promise<BulkOperation> {
  checkTexts(input);
  return inTransaction(database, async (transaction) => {
    const operation = await insertOperation(transaction, id, input, creator);
    await insertItems(transaction, operation.key, input);
    const { action, reason = null } = input;
    const name = `Bulk operation: ${action.kind}`;
    const task = { id, type: bulkTaskType, name, description: reason, queue: bulkQueue, createdBy: creator.name };
    await insertTasks(transaction, [ownTask({ ...task, startsOn: operation.starts_on })]);
    return operationRecord(await readOperation(transaction, id));
  });
}

async function insertOperation(
  transaction: Transaction,
  id: string,
  { action, selection, delayInMs, ...input }: ParsedBulkOperation,
  creator: BulkCreator,
): Promise<{ key: number; starts_on: string }> {
  const stored: StoredSelection = 'ids' in selection ? { ids: new Set(selection.ids).size } : selection;
  const waitForEndInMs = input.waitForEndInMs ?? (action.kind === 'rerun' || action.kind === 'fork' ? hourMs : 0);
  const [row] = await transaction<{ key: number; starts_on: string }[]>`
    insert into bulk_operation (id, action, selection, reason, stages, maximum_failures, tasks_per_second,
      wait_for_end_in_ms, creator_kind, creator_id, creator_name, creator_owner, creator_scopes, creator_bounds, creator_until, source_address,
      request_id, starts_on, last_task_key, is_collected)
    values (${id}, ${stringifyJson(action)}::json, ${stringifyJson(stored)}::json, ${input.reason ?? null},
      ${input.stages}::integer[], ${input.maximumFailures ?? null}, ${input.tasksPerSecond ?? null}, ${waitForEndInMs},
      ${creator.kind}, ${creator.id}, ${creator.name}, ${creator.owner}, ${[...creator.scopes]}::text[],
      ${creator.bounds === undefined ? null : stringifyJson(creator.bounds)}::json,
      ${creator.until === undefined ? null : new Date(creator.until).toISOString()}::timestamptz,
      ${creator.sourceAddress}, ${creator.requestId}, now() + ${delayInMs} * interval '1 ms',
      coalesce((select max(key) from task), 0), ${!('filter' in selection)})
    returning key, starts_on`;
  if (row === undefined) throw new Error('an insert returns its row');
  return row;
}

/** Of a filter, the tasks are collected in batches when the operation starts. */
async function insertItems(transaction: Transaction, key: number, { selection }: ParsedBulkOperation): Promise<void> {
  if ('filter' in selection) return;
  if ('ids' in selection)
    await transaction`
      insert into bulk_item (operation_key, position, task_id, task_key)
      select ${key}, i.position, i.id, t.key
      from unnest(${[...new Set(selection.ids)]}::text[]) with ordinality i (id, position) left join task t on t.id = i.id`;
  else {
    const earlier = await readOperation(transaction, selection.operation);
    await transaction`
      insert into bulk_item (operation_key, position, task_id, task_key)
      select ${key}, row_number() over (order by position), task_id, task_key
      from bulk_item where operation_key = ${earlier.key} and status = any(${selection.results}::text[])`;
  }
  await transaction`
    update bulk_operation set total = (select count(*) from bulk_item where operation_key = ${key}) where key = ${key}`;
}

/** PostgreSQL's texts cannot hold U+0000, which would show only when the operation runs. Checks an event's size too. */
function checkTexts({ action, selection, reason }: ParsedBulkOperation): void {
  if (action.kind === 'raiseEvent') eventText(action.value);
  const known: BulkAction | { kind: string } = action.kind === 'raiseEvent' ? { kind: action.kind } : action;
  if (!stringifyJson({ known, selection, reason: reason ?? '' }).includes('\\u0000')) return;
  throw new TaskdeckError('InvalidRequest', 'text must not hold the character U+0000');
}
