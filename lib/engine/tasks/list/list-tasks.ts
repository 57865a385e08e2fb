import { z } from 'zod';
import {
  isValueOrder,
  limits,
  partsOfValuePointer,
  type TaskListFilter,
  type TaskPage,
  timestampInput,
} from '#contract';
import { type Database, decodePageToken, encodePageToken } from '#database';
import { getTasks } from '../get-task.ts';
import { findTasks, isByKey } from './find-tasks.ts';
import type { Found } from './scan.ts';
import { searchedTo } from './searched-to.ts';
import type { Cursor } from './sources.ts';
import { valuePlace } from './value-sources.ts';

/**
 * Lists tasks by page. Work is bounded by the page, not by the number of tasks: a page whose time is over is short, and
 * tells how far its search has come. Throws `InvalidContinuationToken`.
 */
export async function listTasks(database: Database, filter: TaskListFilter, budgetMs?: number): Promise<TaskPage> {
  const { found, next } = await findTasks(database, filter, cursorIn(filter), filter.maxPageSize, budgetMs);
  const fitting = await fitPage(database, found, filter);
  const value = await getTasks(
    database,
    fitting.map(({ key }) => key),
    filter,
  );
  const end = fitting.length < found.length ? fitting.at(-1)?.cursor : next;
  if (end === undefined) return { value };
  const isShort = found.length < filter.maxPageSize && fitting.length === found.length;
  const time = isShort ? await searchedTo(database, filter.orderBy, end) : undefined;
  return {
    value,
    continuationToken: encodePageToken(listOf(filter), end),
    ...(time !== undefined && { searchedTo: time }),
  };
}

/** Counts matching tasks up to `most`. `hasMore`: there are more, or there was no time to find them. */
export async function countTasks(
  database: Database,
  filter: TaskListFilter,
  most: number,
): Promise<{ count: number; hasMore: boolean }> {
  const { found, next } = await findTasks(database, filter, undefined, most);
  return { count: found.length, hasMore: next !== undefined };
}

/** Returns the first of these tasks, at least one, whose inputs and outputs, where any are read, fit into `limits.pageBytes`. */
async function fitPage(
  database: Database,
  found: readonly Found[],
  { includeInput = false, includeOutput = false, values = [] }: TaskListFilter,
): Promise<readonly Found[]> {
  const roots = values.map((pointer) => partsOfValuePointer(pointer).root);
  const [readsInput, readsOutput] = [
    includeInput || roots.includes('input'),
    includeOutput || roots.includes('output'),
  ];
  if (found.length < 2 || !(readsInput || readsOutput)) return found;
  const sizes = await database<{ key: number; bytes: number }[]>`
    select t.key, case when ${readsOutput} then coalesce((
        select octet_length(output::text) from run r where r.task_key = t.key order by run_count desc limit 1), 0) else 0 end
      + case when ${readsInput} then coalesce(octet_length(t.input::text), 0) + coalesce((
        select octet_length(i.input::text) from task_input i where i.task_key = t.key
        order by from_run_count desc limit 1), 0) else 0 end as bytes
    from task t where t.key = any(${found.map(({ key }) => key)}::bigint[])`;
  const sizeOf = new Map(sizes.map(({ key, bytes }) => [key, bytes]));
  let total = 0;
  const end = found.findIndex(({ key }, index) => {
    total += sizeOf.get(key) ?? 0;
    return index > 0 && total > limits.pageBytes;
  });
  return end < 0 ? found : found.slice(0, end);
}

function cursorIn(filter: TaskListFilter): Cursor | undefined {
  const kind = kindOfOrder(filter.orderBy);
  return decodePageToken<Cursor>(listOf(filter), filter.continuationToken, positions[kind]);
}

function kindOfOrder(order: TaskListFilter['orderBy']): keyof typeof positions {
  if (isValueOrder(order)) return 'value';
  return isByKey(order) ? 'createdOn' : order.startsWith('id') ? 'id' : 'endedOn';
}

const positions = {
  createdOn: z.strictObject({ p: z.literal('key'), k: z.int() }),
  id: z.strictObject({ p: z.literal('id'), i: z.string() }),
  endedOn: z.union([
    z.strictObject({ p: z.literal('active'), k: z.int() }),
    z.strictObject({ p: z.literal('ended'), k: z.int(), e: timestampInput }),
  ]),
  value: z.strictObject({ p: z.enum(['value', 'none']), k: z.int(), v: valuePlace }),
};

function listOf({ orderBy }: TaskListFilter): unknown {
  return ['tasks', orderBy];
}
