import type { Database, Fragment } from '#database';
import type { Conditions } from './conditions.ts';
import { type Driver, inOrder, type KeyRange } from './driver.ts';
import { type Found, type Scan, scan, type Wanted } from './scan.ts';
import { type Cursor, keySource } from './sources.ts';

/** The numbers of keys of the sparsest filter in the first window and in the largest one. */
const windows = { first: 4_000, largest: 64_000 };
/** A look into an index costs as much as merging about so many of its entries. */
const entriesOfProbe = 8;

type CrossedDriver = Driver & Required<Pick<Driver, 'all'>>;

/** Whether a list has filters to compare with each other. */
export function isCrossing(drivers: readonly Driver[]): boolean {
  return drivers.filter(isCrossed).length > 1;
}

function isCrossed(driver: Driver): driver is CrossedDriver {
  return driver.all !== undefined;
}

/**
 * Scans the tasks that meet several filters, for when few tasks in the order do. The keys of each filter come
 * from its own index: comparing these costs a tenth of looking tasks up. It goes by windows of keys, and in each the
 * filter with the fewest keys leads: a filter that matches nothing for millions of keys is passed in one step.
 */
export async function scanCrossing(
  database: Database,
  drivers: readonly Driver[],
  bounds: Omit<KeyRange, 'after'>,
  conditions: Conditions | undefined,
  { start, want, deadline }: Wanted,
  sizes = windows,
): Promise<Scan> {
  const crossed = drivers.filter(isCrossed);
  const found: Found[] = [];
  let after = start;
  for (let size = sizes.first; ; size = Math.min(sizes.largest, size * 4)) {
    const { lead, end, range } = await nextWindow(database, crossed, { ...bounds, after: after?.k }, size);
    const others = crossed.filter((driver) => driver !== lead);
    const isMerged = !(await haveMany(database, others, range, size * entriesOfProbe));
    const keys = (isMerged ? merged : probed)(database, lead, others);
    const source = { ...keySource(database, { keys }, range.isDescending, range), isMerged };
    const part = await scan(database, [source], conditions, { start: after, want: want - found.length, deadline });
    found.push(...part.found);
    if (part.next !== undefined || end === undefined) return { found, next: part.next };
    after = { p: 'key', k: end } satisfies Cursor;
    if (found.length === want || performance.now() > deadline) return { found, next: after };
  }
}

/** Returns the range up to the last of `size` keys of the filter that gets furthest with them. */
async function nextWindow(
  database: Database,
  drivers: readonly CrossedDriver[],
  range: KeyRange,
  size: number,
): Promise<{ lead: CrossedDriver; end: number | undefined; range: KeyRange }> {
  const last = range.isDescending ? database`min(key)` : database`max(key)`;
  const ends = await database<{ n: number; end: number | null }[]>`
    ${unionOf(
      database,
      drivers.map(
        (driver, n) =>
          database`select ${n}::int as n, case when count(*) = ${size} then ${last} end as end from (${driver.keys(range, size)}) keys`,
      ),
    )}`;
  const reach = ({ end }: { end: number | null }) =>
    end === null ? Number.POSITIVE_INFINITY : range.isDescending ? -end : end;
  const furthest = ends.toSorted((a, b) => reach(b) - reach(a))[0];
  const lead = drivers[furthest?.n ?? 0];
  if (lead === undefined) throw new Error('a crossing needs filters');
  const end = furthest?.end ?? undefined;
  if (end === undefined) return { lead, end, range };
  return { lead, end, range: range.isDescending ? { ...range, low: end } : { ...range, high: end + 1 } };
}

/** Whether one of these filters has at least so many keys in a range. Merging reads all of them. */
async function haveMany(
  database: Database,
  drivers: readonly CrossedDriver[],
  range: KeyRange,
  many: number,
): Promise<boolean> {
  const counts = await database<{ count: number }[]>`
    ${unionOf(
      database,
      drivers.map((driver) => database`select count(*) as count from (${driver.keys(range, many)}) keys`),
    )}`;
  return counts.some(({ count }) => count === many);
}

/** The keys of one filter that all others have too, to be read with `readMerging`. */
function merged(database: Database, lead: CrossedDriver, others: readonly CrossedDriver[]): Driver['keys'] {
  return (range, limit) => database`
    select distinct key from (${lead.all(range, true)}) lead
    where true ${others.map((other) => database`and exists (select from (${other.all(range, true)}) other where other.key = lead.key)`)}
    ${inOrder(database, 'key', range)} limit ${limit}`;
}

/** The same keys: those of one filter, each looked up in the indexes of the others. */
function probed(database: Database, lead: CrossedDriver, others: readonly CrossedDriver[]): Driver['keys'] {
  return (range, limit) => database`
    select distinct key from (${lead.all(range, true)}) lead
    ${others.map(
      (other, n) => database`
      cross join lateral (select from (${other.all(range, false)}) other where other.key = lead.key limit 1) ${database(`found_${n}`)}`,
    )}
    ${inOrder(database, 'key', range)} limit ${limit}`;
}

function unionOf(database: Database, selects: readonly Fragment[]): Fragment {
  return selects.reduce((all, select) => database`${all} union all ${select}`);
}
