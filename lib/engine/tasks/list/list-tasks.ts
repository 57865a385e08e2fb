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
import { isCrossing, scanCrossing } from './crossing.ts';
import { type Driver, driversOf, everyTask, type KeyRange } from './drivers.ts';
import { type Found, type Scan, scan } from './scan.ts';
import { searchDriver, searchSet } from './search-driver.ts';
import { type Cursor, type KeyBounds, keySource, orderedSources, type Source } from './sources.ts';
import { valuePlace, valueSources } from './value-sources.ts';

/** Up to this number, the tasks that match one filter are read as a set and checked against the other filters. */
const smallSet = 2_000;
/** The same for an order that the filters' indexes do not have: reading and sorting the set costs less than reading all in order. */
const sortedSet = 5_000;

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
  const checked = needsCheck && conditions.count > 0 ? conditions : undefined;
  const first = await scan(database, sources, checked, start, want);
  if (first.next === undefined || first.found.length === want || !sources.some(({ isFirst }) => isFirst)) return first;
  const range = { isDescending: filter.orderBy.endsWith('desc'), ...(await keyBounds(database, filter)) };
  return scanCrossing(database, drivers, range, checked, first, want);
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
    const isCreated = bounds.low !== undefined || bounds.high !== undefined;
    const all = isCreated ? [...drivers, { ...everyTask(database), name: 'created' }] : drivers;
    const set =
      (await smallestSet(database, all, range, sortedSet)) ??
      (await commonSet(database, drivers, range)) ??
      (await searchSet(database, filter.search, sortedSet));
    if (isValueOrder(filter.orderBy)) {
      const index = await findValueIndex(database, pathOfOrder(filter.orderBy), filter.type);
      return valueSources(database, index, filter.orderBy, set);
    }
    return orderedSources(database, filter, filter.orderBy, set);
  }
  const set = await smallestSet(database, drivers, range, smallSet);
  if (set !== undefined) return [keySource(database, setDriver(database, set), isDescending, bounds)];
  const ordered = drivers.find((driver) => driver.isOrdered) ?? (await driversOf(database, noFilter))[0];
  if (ordered === undefined) return [];
  if (filter.search === undefined && isCrossing(drivers))
    return [
      {
        ...keySource(database, ordered, isDescending, bounds, (scanned) => scanned >= readInOrderFirst),
        isFirst: true,
      },
    ];
  return searchDriver(database, filter, bounds, (within, handsOver) =>
    keySource(database, ordered, isDescending, within, handsOver),
  );
}

/** Where many tasks meet all filters, reading as many as these of one filter finds a page soonest. */
const readInOrderFirst = 2_000;

const noFilter: TaskListFilter = { maxPageSize: 1, orderBy: 'createdOn desc' };

function isByKey(order: TaskListFilter['orderBy']): order is Extract<TaskOrder, `createdOn ${string}`> {
  return order === 'createdOn desc' || order === 'createdOn asc';
}

/** Returns the keys that the most selective filter leaves, when they are few. */
async function smallestSet(
  database: Database,
  drivers: readonly Driver[],
  range: KeyRange,
  most: number,
): Promise<number[] | undefined> {
  let smallest: number[] | undefined;
  for (const driver of drivers) {
    if (driver.name === 'every') continue;
    const [row] = await database<{ keys: number[] | null }[]>`
      select array_agg(key) as keys from (${driver.keys(range, most + 1)}) keys`;
    const keys = row?.keys ?? [];
    if (keys.length > most || keys.length >= (smallest?.length ?? Number.POSITIVE_INFINITY)) continue;
    smallest = [...new Set(keys)];
    if (smallest.length <= 100) break;
  }
  return smallest;
}

/** Returns the keys that several filters leave, when they are few. */
async function commonSet(
  database: Database,
  drivers: readonly Driver[],
  range: KeyRange,
): Promise<number[] | undefined> {
  if (!isCrossing(drivers)) return undefined;
  const { found, next } = await scanCrossing(
    database,
    drivers,
    range,
    undefined,
    { found: [], next: undefined },
    sortedSet,
  );
  return next === undefined ? found.map(({ key }) => key) : undefined;
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
  const before = createdBefore(filter);
  const since = [filter.endedAfter, filter.runEndedAfter]
    .filter((end) => end !== undefined)
    .toSorted()
    .at(-1);
  if (filter.createdAfter === undefined && before === undefined && since === undefined)
    return { low: undefined, high: undefined };
  const [row] = await database<{ low: number | null; high: number | null }[]>`
    select
      greatest(
        case when ${filter.createdAfter !== undefined}
          then first_task_key_since(${filter.createdAfter ?? null}::timestamptz - interval '1 minute') end,
        case when ${since !== undefined} then (
          select case when count(*) <= ${boundingRuns} then coalesce(min(task_key), ${Number.MAX_SAFE_INTEGER}::bigint) end
          from (select task_key from run where ended_on >= ${since ?? null}::timestamptz
            order by ended_on limit ${boundingRuns + 1}) ended) end) as low,
      case when ${before !== undefined}
        then first_task_key_since(${before ?? null}::timestamptz + interval '1 minute') end as high`;
  return { low: row?.low ?? undefined, high: row?.high ?? undefined };
}

/** As many runs that ended since a time are looked through for the earliest of their tasks. */
const boundingRuns = 50_000;

/** A task is created before it ends. The clock of another database server, promoted in between, may be behind by an hour. */
function createdBefore({ createdBefore: created, endedBefore, runEndedBefore }: TaskListFilter): string | undefined {
  const ends = [endedBefore, runEndedBefore]
    .filter((end) => end !== undefined)
    .map((end) => new Date(Date.parse(end) + 3_600_000).toISOString());
  return [...ends, ...(created === undefined ? [] : [created])].toSorted()[0];
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
