import type { Secret } from '#contract';
import type { Database } from '#database';
import { seal } from './seal.ts';
import type { SecretsKey } from './secrets-key.ts';

/** A secret's value, and who may use it. See `secretInput`. */
export type SecretDraft = {
  name: string;
  value: string;
  types?: readonly string[] | undefined;
  queues?: readonly string[] | undefined;
  hosts?: readonly string[] | undefined;
};

/** Stores a global secret, encrypted. Replaces its value and who may use it. `isNew`: there was none of this name. */
export async function setSecret(
  database: Database,
  key: SecretsKey,
  { name, value, types, queues, hosts = [] }: SecretDraft,
  actor: { name: string },
): Promise<{ secret: Secret; isNew: boolean }> {
  const { sealed, sealedWith } = seal(key, 'secrets', value, name);
  const [row] = await database<(SecretRow & { isNew: boolean })[]>`
    insert into secret (name, sealed_value, sealed_with, modified_by, types, queues, hosts)
    values (${name}, ${sealed}, ${sealedWith}, ${actor.name}, ${listOf(types)}::text[],
      ${listOf(queues)}::text[], ${[...hosts]}::text[])
    on conflict (name) do update set sealed_value = excluded.sealed_value, sealed_with = excluded.sealed_with,
      modified_on = now(), modified_by = excluded.modified_by, types = excluded.types, queues = excluded.queues,
      hosts = excluded.hosts
    returning name, types, queues, hosts, modified_on as "lastModifiedOn", modified_by as "lastModifiedBy",
      xmax = 0 as "isNew"`;
  if (row === undefined) throw new Error('insert into secret returned no row');
  const { isNew, ...stored } = row;
  return { secret: secretRecord(stored), isNew };
}

/** A secret as the database returns it. */
export type SecretRow = Omit<Secret, 'types' | 'queues'> & { types: string[] | null; queues: string[] | null };

/** A secret as it leaves the service. */
export function secretRecord({ types, queues, ...row }: SecretRow): Secret {
  return { ...row, ...(types !== null && { types }), ...(queues !== null && { queues }) };
}

function listOf(values: readonly string[] | undefined): string[] | null {
  return values === undefined ? null : [...values];
}
