import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { advisoryLocks } from './advisory-locks.ts';
import type { Database } from './connect.ts';

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));

/**
 * Migrates the schema: applies the numbered files of `migrations/` that the database has not recorded, each in its own
 * transaction. Throws when a newer version of Taskdeck has migrated the database.
 */
export async function migrate(database: Database): Promise<void> {
  await applyMigrations(database, await allMigrations());
}

/** Throws when the database cannot be reached, or was migrated by a newer version of Taskdeck. Changes nothing. */
export async function requireMigratable(database: Database): Promise<void> {
  await missingMigrations(database, await allMigrations());
}

const allMigrations = async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

/** Applies those of the given migrations that the database has not recorded, in order. */
export async function applyMigrations(database: Database, names: readonly string[]): Promise<void> {
  const connection = await database.reserve();
  try {
    await connection`select pg_advisory_lock(${advisoryLocks.migration})`;
    const missing = await missingMigrations(connection, names);
    for (const name of missing) {
      const text = await readFile(`${folder}${name}`, 'utf8');
      const statements = `begin;\n${createMigration};\n${text}\n;insert into migration (name) values ('${name}');\ncommit;`;
      await connection.unsafe(statements).simple().catch(explainRefusal(missing));
    }
  } finally {
    await connection`select pg_advisory_unlock_all()`.catch(() => {});
    connection.release();
  }
}

const createMigration = `create table if not exists migration (
  name text primary key, applied_on timestamptz not null default now())`;

async function missingMigrations(connection: Database, names: readonly string[]): Promise<string[]> {
  const applied = await appliedMigrations(connection);
  const newer = [...applied].filter((name) => !names.includes(name));
  if (newer.length > 0)
    throw new Error(`the database was migrated by a newer version of Taskdeck (${newer.join(', ')})`);
  return names.filter((name) => !applied.has(name));
}

async function appliedMigrations(connection: Database): Promise<Set<string>> {
  const [found] = await connection<{ exists: boolean }[]>`select to_regclass('migration') is not null as exists`;
  if (found?.exists !== true) return new Set();
  return new Set((await connection<{ name: string }[]>`select name from migration`).map(({ name }) => name));
}

const insufficientPrivilege = '42501';

function explainRefusal(missing: readonly string[]): (cause: unknown) => never {
  return (cause) => {
    if (!(cause instanceof postgres.PostgresError) || cause.code !== insufficientPrivilege) throw cause;
    const names = missing.join(', ');
    const message = `the role of DATABASE_URL may not apply the migrations ${names}; run "npm run migrate" with the owner's`;
    throw new Error(message, { cause });
  };
}
