import type { Bounds, ParsedErrorGroupUpdate } from '#contract';
import { type Database, inTransaction, requireMatch } from '#database';
import type { Actor } from '../actor.ts';
import { countFailuresOf } from './count-failures.ts';
import { groupNotFound } from './get-error-group.ts';
import { groupsInside } from './groups-inside.ts';

/**
 * Changes the name and owner of a group, or decides about it. A decision replaces the earlier one with its conditions. Failures
 * before it are counted before it, because those that are counted together are told apart by the last of them only.
 * Resolves with the id of the group. Throws `ErrorGroupNotFound`, also for one outside of bounds, and `PreconditionFailed`.
 */
export async function updateErrorGroup(
  database: Database,
  id: string,
  { name, owner, status, resolvedInVersion, mutedUntil, mutedFailures, mutedPerHour }: ParsedErrorGroupUpdate,
  actor: Pick<Actor, 'name'>,
  ifMatch?: string,
  bounds?: Bounds,
): Promise<string> {
  if (status !== undefined) await countFailuresOf(database, id);
  return inTransaction(database, async (transaction) => {
    const [before] = await transaction<{ id: string; version: number }[]>`
    select id, version from error_group g
    where id = (select group_id from error_fingerprint where fingerprint = ${id}) ${groupsInside(transaction, bounds)}
    for update`;
    if (before === undefined) throw groupNotFound(id);
    requireMatch(ifMatch, before.version, 'the group was changed meanwhile');
    const decision =
      status === undefined
        ? transaction``
        : transaction`, state = ${status}, changed_on = now(), changed_by = ${actor.name}, reopened_on = null,
          resolved_in = ${resolvedInVersion ?? null}, muted_until = ${mutedUntil ?? null},
          muted_failures = ${mutedFailures ?? null}, muted_per_hour = ${mutedPerHour ?? null}`;
    await transaction`
    update error_group set name = case when ${name === undefined} then name else ${name ?? null} end,
      owner = case when ${owner === undefined} then owner else ${owner ?? null} end ${decision}
    where id = ${before.id}`;
    return before.id;
  });
}
