import type { Quota } from '#contract';
import { type Database, entityTag, isRecent } from '#database';
import { nameOwners } from '../access/owners.ts';
import { limitsWith } from '../callers/caller-limits.ts';
import { countQueued } from '../callers/queued-tasks.ts';
import type { Service } from '../service.ts';
import { ownLimits, type QuotaRow, quotaColumns } from './row.ts';

type Stored = QuotaRow & { owner: string; version: number; lastModifiedOn: string; lastModifiedBy: string };
type Used = { owner: string; requestsPerSecond: number; concurrentWaits: number; storedBytesPerHour: number };

/** How many owners are counted at one time: each count holds a connection. */
const countedAtOnce = 4;

/** Reads the limits of owners and what they use of them, in the order given. */
export async function readQuotasOf({ database, config }: Service, owners: readonly string[]): Promise<Quota[]> {
  const [named, stored, used] = await Promise.all([
    nameOwners(database, owners),
    database<Stored[]>`
      select owner, version, modified_on as "lastModifiedOn", modified_by as "lastModifiedBy", ${quotaColumns(database)}
      from quota where owner = any(${[...owners]}::text[])`,
    readUsed(database, owners),
  ]);
  const quotas: Quota[] = [];
  for (let first = 0; first < named.length; first += countedAtOnce) {
    const counted = named.slice(first, first + countedAtOnce).map(async (owner): Promise<Quota> => {
      const row = stored.find((one) => one.owner === owner.owner);
      const use = used.find((one) => one.owner === owner.owner);
      const own = row === undefined ? {} : ownLimits(row);
      const limits = limitsWith(config.callers, own);
      return {
        ...owner,
        own,
        limits,
        use: {
          requestsPerSecond: Math.round((use?.requestsPerSecond ?? 0) * 10) / 10,
          concurrentWaits: use?.concurrentWaits ?? 0,
          queuedTasks: await countQueued(database, owner.owner, limits.queuedTasks),
          storedBytesPerHour: use?.storedBytesPerHour ?? 0,
        },
        etag: entityTag(row?.version ?? 0),
        ...(row && { lastModifiedOn: row.lastModifiedOn, lastModifiedBy: row.lastModifiedBy }),
      };
    });
    quotas.push(...(await Promise.all(counted)));
  }
  return quotas;
}

/** What was told in the last seconds: a process that ended uses nothing. Limits are those of each process. */
function readUsed(database: Database, owners: readonly string[]): Promise<Used[]> {
  const recent = isRecent(database, 'measured_on', 20_000);
  return database<Used[]>`
    select owner, coalesce(max(requests_per_second) filter (where ${recent}), 0) as "requestsPerSecond",
      coalesce(max(concurrent_waits) filter (where ${recent}), 0) as "concurrentWaits",
      max(stored_bytes_per_hour)::float8 as "storedBytesPerHour"
    from quota_use where owner = any(${[...owners]}::text[]) group by owner`;
}
