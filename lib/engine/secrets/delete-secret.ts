import type { Database } from '#database';

/** Removes a global secret; resolves with whether there was one. Tasks that refer to it fail at their next start. */
export async function deleteSecret(database: Database, name: string): Promise<boolean> {
  const removed = await database`delete from secret where name = ${name}`;
  return removed.count > 0;
}
