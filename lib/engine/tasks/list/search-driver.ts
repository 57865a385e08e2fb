import type { TaskListFilter } from '#contract';
import { containing, type Database, readWithin } from '#database';
import { type KeyBounds, keySource, type Source } from './sources.ts';

/** Trigrams need three characters. A shorter search reads tasks in order. */
const leastForIndex = 3;
/**
 * A frequent text is found soonest by reading tasks in order, a rare one by the trigram index, whose scan returns all
 * matches at once. So this many tasks are read in order first: a text that has not filled a page by then is rare.
 */
const readInOrderFirst = 5_000;

/** The maximum number of tasks outside the index that are read one by one. */
const mostNotIndexed = 50_000;

/** The maximum time to read a text's tasks from the index for. It returns all of them at once, however many it has. */
const readSetMs = 200;

/**
 * Returns the keys of the tasks that contain a text, for lists that are not in the order of creation. Returns `undefined`
 * when there are more than `most`, when the text is too short for the index, or when too many tasks are not indexed yet.
 */
export async function searchSet(
  database: Database,
  search: string | undefined,
  most: number,
): Promise<number[] | undefined> {
  if (search === undefined || [...search].length < leastForIndex) return undefined;
  const [tail] = await database<{ count: number }[]>`
    select count(*) as count from (
      select from task where key > (select task_key from search_progress) limit ${mostNotIndexed + 1}
    ) counted`;
  if ((tail?.count ?? 0) > mostNotIndexed) return undefined;
  const pattern = containing(search);
  const [row] =
    (await readWithin(
      database,
      readSetMs,
      (transaction) => transaction<{ keys: number[] | null }[]>`
        select array_agg(key) as keys from (
          select key from (
            select task_key as key from search_text where body ilike ${pattern}
            union
            select key from task
            where key > (select task_key from search_progress) and concat_ws(' ', id, name, type) ilike ${pattern}
          ) hit limit ${most + 1}
        ) keys`,
    )) ?? [];
  const keys = row === undefined ? undefined : (row.keys ?? []);
  return keys === undefined || keys.length > most ? undefined : keys;
}

/**
 * Returns the sources of a list with a search: tasks in order, then the index, then in order the tasks that are not
 * indexed yet.
 */
export async function searchDriver(
  database: Database,
  filter: TaskListFilter,
  bounds: KeyBounds,
  inOrder: (bounds: KeyBounds, handsOver?: Source['handsOver']) => Source,
): Promise<Source[]> {
  const { search } = filter;
  if (search === undefined || [...search].length < leastForIndex) return [inOrder(bounds)];
  const [progress] = await database<{ task_key: number }[]>`select task_key from search_progress`;
  const indexed = progress?.task_key ?? 0;
  const isDescending = filter.orderBy.endsWith('desc');
  const hits = {
    keys: (
      range: { after: number | undefined; low: number | undefined; high: number | undefined },
      limit: number,
    ) => database`
      select key from (
        with hit as materialized (
          select distinct task_key as key from search_text where body ilike ${containing(search)}
        )
        select key from hit
        where key <= ${indexed} and key >= ${range.low ?? 0} and key < ${range.high ?? Number.MAX_SAFE_INTEGER}
          and ${isDescending ? database`key < ${range.after ?? Number.MAX_SAFE_INTEGER}` : database`key > ${range.after ?? 0}`}
        order by key ${isDescending ? database`desc` : database`asc`} limit ${limit}
      ) hits`,
  };
  const throughIndex = keySource(database, hits, isDescending, bounds);
  const notIndexed = { ...bounds, low: Math.max(bounds.low ?? 0, indexed + 1) };
  return isDescending
    ? [inOrder(bounds, (scanned, row) => scanned >= readInOrderFirst && row.key <= indexed), throughIndex]
    : [inOrder(bounds, (scanned) => scanned >= readInOrderFirst), throughIndex, inOrder(notIndexed)];
}
