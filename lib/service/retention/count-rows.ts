import type { Database } from '#database';

const maximumCounted = 10_000;

/** How many rows there are, and the time of the oldest one. */
export type Counted = { count: number; isCapped: boolean; oldestOn?: string };

/** A part of a statement. */
export type Fragment = ReturnType<typeof emptyFragment>;

const emptyFragment = (database: Database) => database``;

/** Counts the rows of a query that selects `at`: null for a row that is not counted. Looks at 10,000 rows at most. */
export async function countRows(database: Database, rows: Fragment): Promise<Counted> {
  const [row] = await database<{ seen: number; count: number; oldest: string | null }[]>`
    select count(*)::integer as seen, count(at)::integer as count, min(at)::timestamptz(3) as oldest
    from (select at from (${rows}) found limit ${maximumCounted}) looked_at`;
  if (row === undefined) throw new Error('an aggregate returns a row');
  const { seen, count, oldest } = row;
  return { count, isCapped: seen === maximumCounted, ...(oldest !== null && { oldestOn: oldest }) };
}
