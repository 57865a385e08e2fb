import type { Database } from '#database';
import type { IdRange } from './log-source.ts';

/**
 * Returns the ids of all entries that can have been logged between two times, and the newest id. Ids follow the times of entries
 * except for the delay of a flush and where the clock was set back, so the exact time is checked for each entry.
 */
export async function idsBetween(
  database: Database,
  { loggedAfter, loggedBefore }: { loggedAfter?: string | undefined; loggedBefore?: string | undefined },
): Promise<IdRange & { newest: number | undefined }> {
  const [row] = await database<
    { oldest: number | null; newest: number | null; low: number | null; high: number | null }[]
  >`
    select (select min(id) from log_entry) as oldest, (select max(id) from log_entry) as newest,
      case when ${loggedAfter !== undefined}
        then first_log_id_since(before_repeated_time(${loggedAfter ?? null}::timestamptz)) end as low,
      case when ${loggedBefore !== undefined}
        then first_log_id_since(after_repeated_time(${loggedBefore ?? null}::timestamptz)) end as high`;
  const newest = row?.newest ?? undefined;
  return { from: row?.low ?? row?.oldest ?? 0, until: row?.high ?? (newest ?? -1) + 1, newest };
}
