import type { ParsedErrorGroupUpdate } from '#contract';
import type { Database } from '#database';
import type { Actor } from '../actor.ts';
import { groupNotFound } from './get-error-group.ts';

/**
 * Changes the name and owner of a group, or decides about it. A decision replaces the earlier one with its conditions.
 * Resolves with the id of the group. Throws `ErrorGroupNotFound`.
 */
export async function updateErrorGroup(
  database: Database,
  id: string,
  { name, owner, status, resolvedInVersion, mutedUntil, mutedFailures, mutedPerHour }: ParsedErrorGroupUpdate,
  actor: Pick<Actor, 'name'>,
): Promise<string> {
  const decision =
    status === undefined
      ? database``
      : database`, state = ${status}, changed_on = now(), changed_by = ${actor.name}, reopened_on = null,
          resolved_in = ${resolvedInVersion ?? null}, muted_until = ${mutedUntil ?? null},
          muted_failures = ${mutedFailures ?? null}, muted_per_hour = ${mutedPerHour ?? null}`;
  const [updated] = await database<{ id: string }[]>`
    update error_group set name = case when ${name === undefined} then name else ${name ?? null} end,
      owner = case when ${owner === undefined} then owner else ${owner ?? null} end ${decision}
    where id = (select group_id from error_fingerprint where fingerprint = ${id}) returning id`;
  if (updated === undefined) throw groupNotFound(id);
  return updated.id;
}
