import type { Database } from '#database';
import type { CallerLimits } from '../callers/caller-limits.ts';
import { ownLimits, type QuotaRow, quotaColumns } from './row.ts';

const shareEveryMs = 5_000;
const lookEveryMs = 2_000;

/** Reads the limits of owners: those that another process set count from then on. */
export async function readQuotas(database: Database, callers: CallerLimits): Promise<void> {
  const rows = await database<(QuotaRow & { owner: string })[]>`select owner, ${quotaColumns(database)} from quota`;
  callers.setQuotas(new Map(rows.map((row) => [row.owner, ownLimits(row)])));
}

/** Tells the other processes what owners use of this one. */
function createUseReport(database: Database, callers: CallerLimits, processId: string): () => Promise<void> {
  let readAt = performance.now();
  return async () => {
    const now = performance.now();
    const seconds = Math.max(1, (now - readAt) / 1_000);
    readAt = now;
    const uses = [...callers.readUse()];
    await database`
      with old as (delete from quota_use where measured_on < now() - interval '1 hour')
      insert into quota_use (process_id, owner, requests_per_second, concurrent_waits, stored_bytes_per_hour)
      select ${processId}, used.* from unnest(${uses.map(([owner]) => owner)}::text[],
        ${uses.map(([, { requests }]) => requests / seconds)}::float8[], ${uses.map(([, { waits }]) => waits)}::int[],
        ${uses.map(([, { storedBytes }]) => storedBytes)}::bigint[]) as used
      on conflict (owner, process_id) do update set requests_per_second = excluded.requests_per_second,
        concurrent_waits = excluded.concurrent_waits, stored_bytes_per_hour = excluded.stored_bytes_per_hour,
        measured_on = now()`;
  };
}

/** The background work for quotas of a service process. */
export function quotaJobs(database: Database, callers: CallerLimits, processId: string) {
  const report = createUseReport(database, callers, processId);
  const again = (work: () => Promise<void>) => () => work().then(() => false);
  return [
    { everyMs: lookEveryMs, batch: again(() => readQuotas(database, callers)) },
    { everyMs: shareEveryMs, batch: again(report) },
  ];
}
