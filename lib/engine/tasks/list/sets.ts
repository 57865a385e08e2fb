import { type Database, readWithin, type Transaction } from '#database';
import { isCrossing, scanCrossing } from './crossing.ts';
import type { Driver, KeyRange } from './driver.ts';
import { rowsForHits, searchHits } from './search-hits.ts';
import type { Sought } from './sought.ts';

/** The maximum time to compare filters with each other for. */
const commonMs = 300;
/** To look up so many tasks takes less time than to look for a smaller set. */
const fewKeys = 2_000;
/** As many rows are read in an order in about this time. */
const rowsForCommon = 30_000;

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

/**
 * Returns the fewest keys that a filter, several together or the search leave, when they are at most so many. What takes longer
 * than to read `rows` in the order is not tried.
 */
export async function sortableSet(
  database: Database,
  filter: Sought,
  drivers: readonly Driver[],
  range: KeyRange,
  { most, rows }: { most: number; rows: number },
): Promise<number[] | undefined> {
  const smallest = await smallestSet(database, drivers, range, most);
  if (smallest !== undefined && smallest.length <= fewKeys) return smallest;
  const common = rows > rowsForCommon ? await commonSet(database, drivers, range, most) : undefined;
  if (common !== undefined && common.length <= fewKeys) return common;
  const hits = rows > rowsForHits ? await hitSet(database, filter, range, most) : undefined;
  return [smallest, common, hits].filter((set) => set !== undefined).toSorted((a, b) => a.length - b.length)[0];
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
  filter: Sought,
  range: KeyRange,
  most: number,
): Promise<number[] | undefined> {
  const hits = await searchHits(database, filter, range, most);
  return hits?.isComplete ? hits.keys : undefined;
}
