import type { Database } from '#database';

/** Which of these names are names of global secrets. */
export async function knownSecretNames(database: Database, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await database<{ name: string }[]>`select name from secret where name = any(${[...names]}::text[])`;
  return new Set(rows.map((row) => row.name));
}
