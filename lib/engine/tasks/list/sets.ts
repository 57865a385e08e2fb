import type { TaskListFilter } from '#contract';
import { type Database, readWithin, type Transaction } from '#database';
import { isCrossing, scanCrossing } from './crossing.ts';
import type { Driver, KeyRange } from './drivers.ts';
import { searchHits } from './search-hits.ts';

/** The maximum time to compare filters with each other for. */
const commonMs = 300;

/** Returns the keys that the most selective filter leaves, when they are at most so many. */
export async function smallestSet(
  database: Database,
  drivers: readonly Driver[],
  range: KeyRange,
  most: number,
): Promise<number[] | undefined> {
  let smallest: number[] | undefined;
  for (const driver of drivers) {
    if (driver.name === 'every') continue;
    const read = (reader: Database | Transaction) => reader<{ keys: number[] | null }[]>`
      select array_agg(key) as keys from (${driver.keys(range, most + 1)}) keys`;
    const rows = await (driver.blocksMs === undefined
      ? read(database)
      : readWithin(database, driver.blocksMs, read, { goesByBlocks: true }));
    if (rows === undefined) continue;
    const keys = rows[0]?.keys ?? [];
    if (keys.length > most || keys.length >= (smallest?.length ?? Number.POSITIVE_INFINITY)) continue;
    smallest = [...new Set(keys)];
    if (smallest.length <= 100) break;
  }
  return smallest;
}

/** Returns the keys that a filter, several together or the search leave, when they are at most so many. */
export async function sortableSet(
  database: Database,
  filter: TaskListFilter,
  drivers: readonly Driver[],
  range: KeyRange,
  most: number,
): Promise<number[] | undefined> {
  return (
    (await smallestSet(database, drivers, range, most)) ??
    (await commonSet(database, drivers, range, most)) ??
    (await hitSet(database, filter, range, most))
  );
}

/** Returns the keys that several filters leave, when they are few. */
async function commonSet(
  database: Database,
  drivers: readonly Driver[],
  range: KeyRange,
  most: number,
): Promise<number[] | undefined> {
  if (!isCrossing(drivers)) return undefined;
  const wanted = { start: undefined, want: most, deadline: performance.now() + commonMs };
  const { found, next } = await scanCrossing(database, drivers, range, undefined, wanted);
  return next === undefined ? found.map(({ key }) => key) : undefined;
}

async function hitSet(
  database: Database,
  { search }: TaskListFilter,
  range: KeyRange,
  most: number,
): Promise<number[] | undefined> {
  if (search === undefined) return undefined;
  const hits = await searchHits(database, search, range, most);
  return hits?.isComplete ? hits.keys : undefined;
}
