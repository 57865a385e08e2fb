import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { advisoryLocks } from './advisory-locks.ts';
import type { Database } from './connect.ts';

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));

/**
 * Migrates the schema: applies the numbered files of `migrations/` that the database has not recorded, each in its own
 * transaction. Throws when a newer version of Taskdeck has migrated the database.
 */
export async function migrate(database: Database): Promise<void> {
  await applyMigrations(database, (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort());
}

/** Applies those of the given migrations that the database has not recorded, in order. */
export async function applyMigrations(database: Database, names: readonly string[]): Promise<void> {
  const connection = await database.reserve();
  try {
    await connection`select pg_advisory_lock(${advisoryLocks.migration})`;
    await connection`create table if not exists migration (name text primary key, applied_on timestamptz not null default now())`;
    const applied = new Set((await connection<{ name: string }[]>`select name from migration`).map((row) => row.name));
    const newer = [...applied].filter((name) => !names.includes(name));
    if (newer.length > 0)
      throw new Error(`the database was migrated by a newer version of Taskdeck (${newer.join(', ')})`);
    for (const name of names.filter((candidate) => !applied.has(candidate))) {
      const text = await readFile(`${folder}${name}`, 'utf8');
      await connection.unsafe(`begin;\n${text}\n;insert into migration (name) values ('${name}');\ncommit;`).simple();
    }
  } finally {
    await connection`select pg_advisory_unlock_all()`.catch(() => {});
    connection.release();
  }
}
