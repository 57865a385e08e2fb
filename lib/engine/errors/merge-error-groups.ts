import type { Bounds } from '#contract';
import { type Database, holdLock, inTransaction } from '#database';
import { groupNotFound } from './get-error-group.ts';
import { groupsInside } from './groups-inside.ts';
import { sumOfHeats } from './heat.ts';

type GroupRow = { id: string; given: string };
type HeatRow = { id: string; heat: number };

/**
 * Makes groups part of one group: it gets their fingerprints, and so their failures, past and future. Its name, owner
 * and status stay. Groups that are part of it already are no error. Resolves with its id. Throws `ErrorGroupNotFound`,
 * also for groups outside of bounds.
 */
export async function mergeErrorGroups(
  database: Database,
  id: string,
  others: readonly string[],
  bounds?: Bounds,
): Promise<string> {
  return inTransaction(database, async (transaction) => {
    await holdLock(transaction, 'errorGroups');
    const rows = await transaction<GroupRow[]>`
      select g.id, given.fingerprint as given from error_fingerprint given join error_group g on g.id = given.group_id
      where given.fingerprint = any(${[id, ...others]}::text[]) ${groupsInside(transaction, bounds)}`;
    const groupOf = new Map(rows.map((row) => [row.given, row.id]));
    const missing = [id, ...others].find((given) => !groupOf.has(given));
    if (missing !== undefined) throw groupNotFound(missing);
    const target = groupOf.get(id) ?? id;
    const merged = [...new Set(groupOf.values())].filter((group) => group !== target);
    if (merged.length === 0) return target;
    await transaction`update error_fingerprint set group_id = ${target} where group_id = any(${merged}::text[])`;
    const groups = await transaction<HeatRow[]>`
      select id, heat from error_group where id = any(${[target, ...merged]}::text[]) for update`;
    await transaction`
      with gone as (delete from error_group where id = any(${merged}::text[]) returning *),
      newest as (select * from gone order by last_seen_on desc limit 1)
      update error_group g set heat = ${groups.map(({ heat }) => heat).reduce(sumOfHeats)},
        first_seen_on = least(g.first_seen_on, (select min(first_seen_on) from gone)),
        last_seen_on = greatest(g.last_seen_on, n.last_seen_on),
        last_task_key = case when n.last_seen_on > g.last_seen_on then n.last_task_key else g.last_task_key end,
        last_run_count = case when n.last_seen_on > g.last_seen_on then n.last_run_count else g.last_run_count end
      from newest n where g.id = ${target}`;
    return target;
  });
}
