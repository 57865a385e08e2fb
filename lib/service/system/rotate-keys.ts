import type { Database } from '#database';
import { currentKey, type KeyJob, type SecretsKey, seal, unseal } from '#engine';
import { makeSigningKey } from '../access/signing-keys.ts';
import { countCompletionTokens } from '../tasks/completion-keys.ts';

/**
 * Encrypted values by job: how many the current key encrypts, how many former keys do, and how many no key opens. Of
 * completion tokens, the tasks whose creator may wait with one.
 */
export type KeyUse = Record<SealedJob | 'completion tokens', { current: number; former: number; unknown: number }>;

/** What is encrypted, and can be encrypted again. */
type SealedJob =
  | 'secrets'
  | 'signing keys'
  | 'answers'
  | 'requests'
  | 'sign-in tokens'
  | 'alert channels'
  | 'approval requests';

type Position = { id: string; sub: string };
type Row = Position & { label: string; sealed: Buffer; sealed_with: string };
type Kept = {
  job: SealedJob & KeyJob;
  read(after: Position): Promise<readonly Row[]>;
  write(row: Row, to: Buffer, key: string): Promise<unknown>;
};

const pageSize = 200;

/**
 * Encrypts every value with the current key that is encrypted with a former one, and makes a new signing key. Services
 * and workers can run meanwhile: a value that changes stays as it is written. Returns the use of the keys afterwards.
 */
export async function rotateKeys(database: Database, key: SecretsKey): Promise<KeyUse> {
  const use = await walk(database, key, true);
  await makeSigningKey(database, key);
  use['signing keys'].current++;
  return use;
}

/** Returns which keys are in use. Changes nothing. */
export function readKeyUse(database: Database, key: SecretsKey): Promise<KeyUse> {
  return walk(database, key, false);
}

async function walk(database: Database, key: SecretsKey, isRewriting: boolean): Promise<KeyUse> {
  const use: KeyUse = {
    ...{ secrets: none(), 'signing keys': none(), answers: none(), requests: none() },
    ...{ 'sign-in tokens': none(), 'alert channels': none(), 'approval requests': none() },
    'completion tokens': await countCompletionTokens(database, key),
  };
  for (const kept of keptValues(database)) {
    const { id: currentId } = currentKey(key, kept.job);
    for (let after: Position = { id: '', sub: '' }; ; ) {
      const rows = await kept.read(after);
      for (const row of rows) {
        const text = open(key, kept.job, row);
        if (row.sealed_with === currentId) use[kept.job].current++;
        else if (text === undefined) use[kept.job].unknown++;
        else if (!isRewriting) use[kept.job].former++;
        else {
          const { sealed, sealedWith } = seal(key, kept.job, text, row.label);
          await kept.write(row, sealed, sealedWith);
          use[kept.job].current++;
        }
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) break;
      after = last;
    }
  }
  return use;
}

function keptValues(database: Database): Kept[] {
  return [
    {
      job: 'secrets',
      read: (after) => database<Row[]>`
        select name as id, '' as sub, name as label, sealed_value as sealed, sealed_with from secret
        where name > ${after.id} order by name limit ${pageSize}`,
      write: (row, to, key) => database`
        update secret set sealed_value = ${to}, sealed_with = ${key}
        where name = ${row.id} and sealed_value = ${row.sealed}`,
    },
    {
      job: 'signing keys',
      read: (after) => database<Row[]>`
        select id, '' as sub, id as label, sealed_private_jwk as sealed, sealed_with from signing_key
        where id > ${after.id} order by id limit ${pageSize}`,
      write: (row, to, key) => database`
        update signing_key set sealed_private_jwk = ${to}, sealed_with = ${key}
        where id = ${row.id} and sealed_private_jwk = ${row.sealed}`,
    },
    {
      job: 'answers',
      read: (after) => database<Row[]>`
        select identity as id, key as sub, identity || ' ' || key as label, sealed_answer as sealed, sealed_with
        from idempotent_answer
        where sealed_answer is not null and (identity, key) > (${after.id}, ${after.sub})
        order by identity, key limit ${pageSize}`,
      write: (row, to, key) => database`
        update idempotent_answer set sealed_answer = ${to}, sealed_with = ${key}
        where identity = ${row.id} and key = ${row.sub} and sealed_answer = ${row.sealed}`,
    },
    {
      job: 'requests',
      read: (after) => database<Row[]>`
        select identity as id, key as sub, identity || ' ' || key as label,
          decode(split_part(body_hash, '.', 2), 'hex') as sealed, split_part(body_hash, '.', 1) as sealed_with
        from idempotent_answer
        where body_hash like '%.%' and (identity, key) > (${after.id}, ${after.sub})
        order by identity, key limit ${pageSize}`,
      write: (row, to, key) => database`
        update idempotent_answer set body_hash = ${`${key}.${to.toString('hex')}`}
        where identity = ${row.id} and key = ${row.sub} and body_hash = ${`${row.sealed_with}.${row.sealed.toString('hex')}`}`,
    },
    {
      job: 'sign-in tokens',
      read: (after) => database<Row[]>`
        select id::text, '' as sub, id::text as label, sealed_tokens as sealed, sealed_with from session
        where sealed_tokens is not null and id::text > ${after.id} order by id::text limit ${pageSize}`,
      write: (row, to, key) => database`
        update session set sealed_tokens = ${to}, sealed_with = ${key}
        where id = ${row.id} and sealed_tokens = ${row.sealed}`,
    },
    {
      job: 'alert channels',
      read: (after) => database<Row[]>`
        select id, '' as sub, id as label, sealed_channels as sealed, sealed_with from alert
        where id > ${after.id} order by id limit ${pageSize}`,
      write: (row, to, key) => database`
        update alert set sealed_channels = ${to}, sealed_with = ${key}
        where id = ${row.id} and sealed_channels = ${row.sealed}`,
    },
    {
      job: 'approval requests',
      read: (after) => database<Row[]>`
        select id::text, '' as sub, id::text as label, sealed_request as sealed, sealed_with from approval
        where sealed_request is not null and id::text > ${after.id} order by id::text limit ${pageSize}`,
      write: (row, to, key) => database`
        update approval set sealed_request = ${to}, sealed_with = ${key}
        where id = ${row.id} and sealed_request = ${row.sealed}`,
    },
  ];
}

function open(key: SecretsKey, job: KeyJob, { sealed, sealed_with: sealedWith, label }: Row): string | undefined {
  try {
    return unseal(key, job, { sealed, sealedWith }, label);
  } catch {
    return undefined; // counted as unknown
  }
}

function none(): { current: number; former: number; unknown: number } {
  return { current: 0, former: 0, unknown: 0 };
}
