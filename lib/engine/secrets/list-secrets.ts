import type { Secret } from '#contract';
import type { Database } from '#database';
import { type SecretRow, secretColumns, secretRecord } from './set-secret.ts';

/** Returns a secret without its value; `undefined` when there is none of this name. */
export async function findSecret(database: Database, name: string): Promise<Secret | undefined> {
  const [row] = await database<SecretRow[]>`select ${secretColumns(database)} from secret where name = ${name}`;
  return row && secretRecord(row);
}

/** Returns up to `limit` secrets by name, after the name `after`. They have no values. */
export async function listSecrets(
  database: Database,
  page: { limit: number; after?: string | undefined },
): Promise<Secret[]> {
  const rows = await database<SecretRow[]>`
    select ${secretColumns(database)} from secret
    where name > ${page.after ?? ''} order by name limit ${page.limit}`;
  return rows.map(secretRecord);
}
