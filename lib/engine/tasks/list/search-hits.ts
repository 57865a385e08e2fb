import { containing, type Database, readWithin } from '#database';
import { inOrder, type KeyRange, within } from './drivers.ts';

/** Trigrams need three characters. A shorter search reads tasks in order. */
const leastForIndex = 3;

/** The maximum number of tasks outside the index that are read one by one. */
const mostNotIndexed = 50_000;

/** The maximum time to read a text's tasks from the index for. It returns all of them at once, however many it has. */
const readSetMs = 500;

/**
 * Returns the keys of the first `most` tasks of a range that contain a text, in order, from the trigram index and the tasks
 * that are not indexed yet. Returns `undefined` when the text is too short for the index, too frequent for the time, or
 * when too many tasks are not indexed yet.
 */
export async function searchHits(
  database: Database,
  search: string,
  range: KeyRange,
  most: number,
): Promise<{ keys: number[]; isComplete: boolean } | undefined> {
  if ([...search].length < leastForIndex) return undefined;
  const [tail] = await database<{ count: number }[]>`
    select count(*) as count from (
      select from task where key > (select task_key from search_progress) limit ${mostNotIndexed + 1}
    ) counted`;
  if ((tail?.count ?? 0) > mostNotIndexed) return undefined;
  const pattern = containing(search);
  const rows = await readWithin(
    database,
    readSetMs,
    (transaction) => transaction<{ key: number }[]>`
      with hit as materialized (
        select task_key as key from search_text where body ilike ${pattern}
        union
        select key from task
        where key > (select task_key from search_progress) and concat_ws(' ', id, name, type) ilike ${pattern}
      )
      select key from hit where true ${within(database, 'key', range)} ${inOrder(database, 'key', range)} limit ${most + 1}`,
  );
  if (rows === undefined) return undefined;
  return { keys: rows.slice(0, most).map(({ key }) => key), isComplete: rows.length <= most };
}
