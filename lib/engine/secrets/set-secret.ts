import type { Secret } from '#contract';
import type { Database } from '#database';
import { seal } from './seal.ts';
import type { SecretsKey } from './secrets-key.ts';

/** Stores a global secret, encrypted, replacing the value it had. `isNew`: there was none of this name. */
export async function setSecret(
  database: Database,
  key: SecretsKey,
  secret: { name: string; value: string },
  actor: { name: string },
): Promise<{ secret: Secret; isNew: boolean }> {
  const [row] = await database<(Secret & { isNew: boolean })[]>`
    insert into secret (name, sealed_value, sealed_with, modified_by)
    values (${secret.name}, ${seal(key, secret.value, secret.name)}, ${key.id}, ${actor.name})
    on conflict (name) do update set sealed_value = excluded.sealed_value, sealed_with = excluded.sealed_with,
      modified_on = now(), modified_by = excluded.modified_by
    returning name, modified_on as "lastModifiedOn", modified_by as "lastModifiedBy", xmax = 0 as "isNew"`;
  if (row === undefined) throw new Error('insert into secret returned no row');
  const { isNew, ...stored } = row;
  return { secret: stored, isNew };
}
