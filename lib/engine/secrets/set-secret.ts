import { type Secret, TaskdeckError } from '#contract';
import {
  type Database,
  entityTag,
  holdLock,
  inTransaction,
  type MatchCondition,
  requireMatch,
  requireNoCondition,
  type Transaction,
} from '#database';
import { seal } from './seal.ts';
import type { SecretsKey } from './secrets-key.ts';

/** A secret's value, and who may use it. See `secretInput`. */
type SecretDraft = {
  name: string;
  value: string;
  types?: readonly string[] | undefined;
  queues?: readonly string[] | undefined;
  hosts?: readonly string[] | undefined;
};

/** What `If-Match` and `If-None-Match` ask for. */
export type SecretCondition = MatchCondition & { mustNotExist?: boolean };

/** Stores a global secret, encrypted. Replaces its value and who may use it. `isNew`: there was none of this name. Throws `PreconditionFailed`. */
export async function setSecret(
  database: Database,
  key: SecretsKey,
  { name, value, types, queues, hosts = [] }: SecretDraft,
  actor: { name: string },
  { ifMatch, mustExist, mustNotExist }: SecretCondition = {},
): Promise<{ secret: Secret; isNew: boolean }> {
  const { sealed, sealedWith } = seal(key, 'secrets', value, name);
  return inTransaction(database, async (transaction) => {
    await holdLock(transaction, 'secrets');
    const [before] = await transaction<{ version: number; by: string }[]>`
    select version, modified_by as by from secret where name = ${name}`;
    if (before === undefined) requireNoCondition({ ifMatch, mustExist }, `secret "${name}"`);
    if (before !== undefined && mustNotExist)
      throw new TaskdeckError('PreconditionFailed', `there is a secret "${name}" already`);
    if (before !== undefined) requireMatch(ifMatch, before.version, `the secret "${name}" was changed by ${before.by}`);
    const [row] = await transaction<SecretRow[]>`
    insert into secret (name, sealed_value, sealed_with, modified_by, types, queues, hosts)
    values (${name}, ${sealed}, ${sealedWith}, ${actor.name}, ${listOf(types)}::text[],
      ${listOf(queues)}::text[], ${[...hosts]}::text[])
    on conflict (name) do update set sealed_value = excluded.sealed_value, sealed_with = excluded.sealed_with,
      modified_on = now(), modified_by = excluded.modified_by, types = excluded.types, queues = excluded.queues,
      hosts = excluded.hosts
    returning ${secretColumns(transaction)}`;
    if (row === undefined) throw new Error('insert into secret returned no row');
    return { secret: secretRecord(row), isNew: before === undefined };
  });
}

/** What of a secret is read, all but its value. */
export const secretColumns = (database: Database | Transaction) => database`
  name, types, queues, hosts, modified_on as "lastModifiedOn", modified_by as "lastModifiedBy", version`;

/** A secret as the database returns it. */
export type SecretRow = Omit<Secret, 'types' | 'queues' | 'etag'> & {
  types: string[] | null;
  queues: string[] | null;
  version: number;
};

/** A secret as it leaves the service. */
export function secretRecord({ types, queues, version, ...row }: SecretRow): Secret {
  return { ...row, etag: entityTag(version), ...(types !== null && { types }), ...(queues !== null && { queues }) };
}

function listOf(values: readonly string[] | undefined): string[] | null {
  return values === undefined ? null : [...values];
}
