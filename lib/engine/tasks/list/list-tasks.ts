import { z } from 'zod';
import {
  isValueOrder,
  limits,
  type Page,
  partsOfValuePointer,
  pathOfOrder,
  type TaskListFilter,
  type TaskOrder,
  type TaskResponse,
  timestampInput,
} from '#contract';
import { type Database, decodePageToken, encodePageToken } from '#database';
import { findValueIndex } from '../../value-indexes/find-value-index.ts';
import { getTasks } from '../get-task.ts';
import { conditionsOf } from './conditions.ts';
import { type Driver, driversOf, type KeyRange } from './drivers.ts';
import { type Found, type Scan, scan } from './scan.ts';
import { searchDriver, searchSet } from './search-driver.ts';
import { type Cursor, type KeyBounds, keySource, orderedSources, type Source } from './sources.ts';
import { valuePlace, valueSources } from './value-sources.ts';

/** Up to this number, the tasks that match one filter are read as a set and checked against the other filters. */
const smallSet = 2_000;

/** Lists tasks by page. Work is bounded by the page, not by the number of tasks. Throws `InvalidContinuationToken`. */
export async function listTasks(database: Database, filter: TaskListFilter): Promise<Page<TaskResponse>> {
  const page = await findTasks(database, filter, cursorIn(filter), filter.maxPageSize);
  const fitting = await fitPage(database, page.found, filter);
  const next = fitting.length < page.found.length ? fitting.at(-1)?.cursor : page.next;
  const value = await getTasks(
    database,
    fitting.map(({ key }) => key),
    filter,
  );
  return next === undefined ? { value } : { value, continuationToken: encodePageToken(listOf(filter), next) };
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

/** Returns the first `want` matching tasks after a cursor. A page that ran out of time is short and has a `next`. */
export async function findTasks(
  database: Database,
  filter: TaskListFilter,
  start: Cursor | undefined,
  want: number,
): Promise<Scan> {
  const conditions = conditionsOf(database, filter);
  const drivers = await driversOf(database, filter);
  const [only] = drivers;
  const isCovered = conditions.count === 0 || (conditions.count === 1 && only !== undefined && !only.isWider);
  const sources = await sourcesOf(database, filter, drivers, isCovered);
  const needsCheck = !isCovered || !filter.orderBy.startsWith('createdOn') || only?.isOrdered === false;
  return scan(database, sources, needsCheck && conditions.count > 0 ? conditions : undefined, start, want);
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

async function sourcesOf(
  database: Database,
  filter: TaskListFilter,
  drivers: readonly Driver[],
  isCovered: boolean,
): Promise<Source[]> {
  const bounds = await keyBounds(database, filter);
  const isDescending = filter.orderBy.endsWith('desc');
  const [first] = drivers;
  const byKey = isByKey(filter.orderBy);
  if (byKey && isCovered && first?.isOrdered) return [keySource(database, first, isDescending, bounds)];
  const range: KeyRange = { isDescending, after: undefined, ...bounds };
  if (!isByKey(filter.orderBy)) {
    const hits = await searchSet(database, filter.search);
    const set = await smallestSet(database, hits === undefined ? drivers : [...drivers, hits], range);
    if (isValueOrder(filter.orderBy)) {
      const index = await findValueIndex(database, pathOfOrder(filter.orderBy), filter.type);
      return valueSources(database, index, filter.orderBy, set);
    }
    return orderedSources(database, filter, filter.orderBy, set);
  }
  const set = await smallestSet(database, drivers, range);
  if (set !== undefined) return [keySource(database, setDriver(database, set), isDescending, bounds)];
  const ordered = drivers.find((driver) => driver.isOrdered) ?? (await driversOf(database, noFilter))[0];
  if (ordered === undefined) return [];
  return searchDriver(database, filter, bounds, (within, handsOver) =>
    keySource(database, ordered, isDescending, within, handsOver),
  );
}

const noFilter: TaskListFilter = { maxPageSize: 1, orderBy: 'createdOn desc' };

function isByKey(order: TaskListFilter['orderBy']): order is Extract<TaskOrder, `createdOn ${string}`> {
  return order === 'createdOn desc' || order === 'createdOn asc';
}

/** Returns the keys that the most selective filter leaves, when they are few. */
async function smallestSet(
  database: Database,
  drivers: readonly Driver[],
  range: KeyRange,
): Promise<number[] | undefined> {
  let smallest: number[] | undefined;
  for (const driver of drivers) {
    if (driver.name === 'every') continue;
    const rows = await database<{ key: number }[]>`${driver.keys(range, smallSet + 1)}`;
    if (rows.length > smallSet || rows.length >= (smallest?.length ?? Number.POSITIVE_INFINITY)) continue;
    smallest = rows.map((row) => row.key);
    if (smallest.length <= 100) break;
  }
  return smallest;
}

function setDriver(database: Database, keys: readonly number[]): Pick<Driver, 'keys'> {
  return {
    keys: (range, limit) => database`
      select key from unnest(${[...keys]}::bigint[]) as given (key)
      where true ${range.after === undefined ? database`` : range.isDescending ? database`and key < ${range.after}` : database`and key > ${range.after}`}
      order by key ${range.isDescending ? database`desc` : database`asc`} limit ${limit}`,
  };
}

/**
 * Keys follow the time of creation except for the length of a transaction, so the exact time is checked for each task.
 */
async function keyBounds(database: Database, filter: TaskListFilter): Promise<KeyBounds> {
  if (filter.createdAfter === undefined && filter.createdBefore === undefined)
    return { low: undefined, high: undefined };
  const [row] = await database<{ low: number | null; high: number | null }[]>`
    select
      case when ${filter.createdAfter !== undefined}
        then first_task_key_since(${filter.createdAfter ?? null}::timestamptz - interval '1 minute') end as low,
      case when ${filter.createdBefore !== undefined}
        then first_task_key_since(${filter.createdBefore ?? null}::timestamptz + interval '1 minute') end as high`;
  return { low: row?.low ?? undefined, high: row?.high ?? undefined };
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
