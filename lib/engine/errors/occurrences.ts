import type { ErrorGroup } from '#contract';
import type { Database } from '#database';

export type Occurrences = ErrorGroup['occurrences'];

const minuteMs = 60_000;
const hourMs = 3_600_000;
/** Lengths of an interval. Counts older than two days are kept by the hour. */
const lengths = [5, 10, 15, 30]
  .map((minutes) => minutes * minuteMs)
  .concat([1, 2, 3, 4, 6, 12, 24].map((n) => n * hourMs));
const mostIntervals = 48;

/** The intervals of a window that ends now: `begins` is the begin of the first. */
export type Intervals = { begin: number; lengthMs: number; amount: number };

/** Divides a window up to `now` into at most 48 intervals of a round length. */
export function intervalsOf(windowInMs: number, now: number): Intervals {
  const lengthMs = lengths.find((length) => windowInMs / length <= mostIntervals) ?? 24 * hourMs;
  const amount = Math.ceil(windowInMs / lengthMs);
  const end = Math.ceil(now / lengthMs) * lengthMs;
  return { begin: end - amount * lengthMs, lengthMs, amount };
}

/** Divides a window up to the present of the database, whose clock the failures have. */
export async function presentIntervals(database: Database, windowInMs: number): Promise<Intervals> {
  const [row] = await database<{ now: number }[]>`select extract(epoch from now())::float8 * 1000 as now`;
  if (row === undefined) throw new Error('the database told no time');
  return intervalsOf(windowInMs, row.now);
}

/** Failed runs of groups in each interval, by group and worker version. An empty version is not known. */
type CountsByVersion = Map<string, Map<string, number[]>>;

/** Reads how often groups failed in each interval. */
export async function readCounts(
  database: Database,
  groupIds: readonly string[],
  { begin, lengthMs, amount }: Intervals,
): Promise<CountsByVersion> {
  const rows = await database<{ group_id: string; version: string; place: number; count: number }[]>`
    select f.group_id, c.version, floor((extract(epoch from c.since) * 1000 - ${begin}) / ${lengthMs})::integer as place,
      sum(c.count)::float8 as count
    from error_fingerprint f join error_count c using (fingerprint)
    where f.group_id = any(${[...groupIds]}::text[]) and c.since >= to_timestamp(${begin / 1000}) group by 1, 2, 3`;
  const counts: CountsByVersion = new Map();
  for (const { group_id, version, place, count } of rows) {
    const ofGroup = counts.get(group_id) ?? new Map<string, number[]>();
    const ofVersion = ofGroup.get(version) ?? Array.from({ length: amount }, () => 0);
    if (place < amount) ofVersion[place] = count;
    counts.set(group_id, ofGroup.set(version, ofVersion));
  }
  return counts;
}

/** Sums up the counts of all versions. */
export function occurrencesOf(
  { begin, lengthMs, amount }: Intervals,
  versions: ReadonlyMap<string, readonly number[]> | undefined,
): Occurrences {
  const all = [...(versions?.values() ?? [])];
  return {
    from: new Date(begin).toISOString(),
    intervalInMs: lengthMs,
    counts: Array.from({ length: amount }, (_, place) => all.reduce((sum, counts) => sum + (counts[place] ?? 0), 0)),
  };
}
