import { containing, type Database, type Fragment, readWithin } from '#database';
import { sidesOf } from './conditions.ts';
import { inOrder, type KeyRange, within } from './driver.ts';
import type { Sought } from './sought.ts';

/** Trigrams need three characters. A shorter search reads tasks in order. */
const leastForIndex = 3;

/** The maximum number of tasks outside the index that are read one by one. */
const mostNotIndexed = 50_000;

/** The maximum time to read a text's tasks from the index for. It returns all of them at once, however many it has. */
const readSetMs = 500;

/** As many rows are read in an order in about this time. Where fewer have a page, an index is not asked. */
export const rowsForHits = 50_000;

/**
 * Returns the keys of the first `most` tasks of a range that contain the text of a filter, in order, from the trigram
 * indexes and the tasks that are not indexed yet. Returns `undefined` without a text, when it is too short for an index or
 * too frequent for the time, or when too many tasks are not indexed yet. Where few tasks have it, they are kept.
 */
export async function searchHits(
  database: Database,
  filter: Sought,
  range: KeyRange,
  most: number,
): Promise<{ keys: number[]; isComplete: boolean } | undefined> {
  const { search, textHits: known = {} } = filter;
  if (search === undefined || [...search].length < leastForIndex) return undefined;
  const hasErrors = sidesOf(filter).ended;
  if (known.tasks === undefined && (await countNotIndexed(database)) > mostNotIndexed) return undefined;
  const pattern = containing(search);
  const sources = [known.tasks ? given(database, known.tasks) : ofTasks(database, pattern)];
  if (hasErrors) sources.push(known.errors ? given(database, known.errors) : ofErrors(database, pattern));
  const rows = await readWithin(
    database,
    readSetMs,
    (transaction) => transaction<{ key: number; are_all: boolean }[]>`
      with hit as materialized (${sources.reduce((all, one) => database`${all} union ${one}`)}),
        counted as materialized (select count(*) <= ${most} as are_all from hit)
      select key, are_all from hit, counted where (are_all or (true ${within(database, 'key', range)}))
      ${inOrder(database, 'key', range)} limit ${most + 1}`,
  );
  if (rows === undefined) return undefined;
  const keys = rows.map(({ key }) => key);
  // Without a row, nothing says whether all tasks with the text were few or just none of them is in the range.
  if (rows[0]?.are_all) {
    known.tasks = keys;
    if (hasErrors) known.errors = [];
  }
  return { keys: keys.filter((key) => isWithin(key, range)).slice(0, most), isComplete: rows.length <= most };
}

async function countNotIndexed(database: Database): Promise<number> {
  const [tail] = await database<{ count: number }[]>`
    select count(*) as count from (
      select from task where key > (select task_key from search_progress) limit ${mostNotIndexed + 1}
    ) counted`;
  return tail?.count ?? 0;
}

function ofTasks(database: Database, pattern: string): Fragment {
  return database`
    select task_key as key from search_text where kind = 't' and body ilike ${pattern}
    union
    select key from task
    where key > (select task_key from search_progress) and concat_ws(' ', id, name, type) ilike ${pattern}`;
}

function ofErrors(database: Database, pattern: string): Fragment {
  return database`select task_key as key from search_text where kind = 'e' and body ilike ${pattern}`;
}

function given(database: Database, keys: readonly number[]): Fragment {
  return database`select unnest(${[...keys]}::bigint[]) as key`;
}

function isWithin(key: number, { isDescending, after, low, high }: KeyRange): boolean {
  if (low !== undefined && key < low) return false;
  if (high !== undefined && key >= high) return false;
  return after === undefined || (isDescending ? key < after : key > after);
}
