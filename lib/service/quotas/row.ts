import { callerLimitNames, type QuotaInput } from '#contract';
import type { Database, Transaction } from '#database';

/** A row of the limits of one owner: what is `null` has the limit of the deployment. */
export type QuotaRow = { [Name in (typeof callerLimitNames)[number]]: number | null };

/** The columns of `QuotaRow`. */
export const quotaColumns = (database: Database | Transaction) => database`
  requests_per_second::float8 as "requestsPerSecond", concurrent_waits::float8 as "concurrentWaits",
  queued_tasks::float8 as "queuedTasks", stored_bytes_per_hour::float8 as "storedBytesPerHour"`;

/** The limits that a row sets. */
export function ownLimits(row: QuotaRow): QuotaInput {
  const set = callerLimitNames.flatMap((name) => (row[name] === null ? [] : [[name, row[name]] as const]));
  return Object.fromEntries(set);
}
