import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { advisoryLocks } from './advisory-locks.ts';
import type { Database } from './connect.ts';
import {
  applying,
  type FunctionFile,
  forgetFunctionFiles,
  missingFunctionFiles,
  readFunctionFiles,
} from './function-files.ts';

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));

/**
 * Migrates the schema: applies the numbered files of `migrations/` that the database has not recorded, each in its own
 * transaction, and then the functions and triggers whose texts it does not have, in another. Throws when a newer version of
 * Taskdeck has migrated the database.
 */
export async function migrate(database: Database): Promise<void> {
  await applyMigrations(database, await allMigrations(), await readFunctionFiles());
}

/** Throws when the database cannot be reached, or was migrated by a newer version of Taskdeck. Changes nothing. */
export async function requireMigratable(database: Database): Promise<void> {
  await missingMigrations(database, await allMigrations());
  await missingFunctionFiles(database, await readFunctionFiles());
}

const allMigrations = async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

/** Applies those of the given migrations that the database has not recorded, in order, and those of the files that it does not have. */
export async function applyMigrations(
  database: Database,
  names: readonly string[],
  files: readonly FunctionFile[] = [],
): Promise<void> {
  const connection = await database.reserve();
  const apply = (statements: string, missing: readonly string[]) =>
    connection.unsafe(statements).simple().catch(explainRefusal(missing));
  try {
    await connection`select pg_advisory_lock(${advisoryLocks.migration})`;
    const missing = await missingMigrations(connection, names);
    for (const name of missing) {
      const text = await readFile(`${folder}${name}`, 'utf8');
      const noted = `insert into migration (name) values ('${name}')`;
      await apply(`begin;\n${createMigration};\n${text}\n;${noted};${forgetFunctionFiles};\ncommit;`, missing);
    }
    const functions = await missingFunctionFiles(connection, files);
    if (functions.length > 0)
      await apply(
        applying(functions),
        functions.map(({ path }) => path),
      );
  } finally {
    await connection`select pg_advisory_unlock_all()`.catch(() => {});
    connection.release();
  }
}

const createMigration = `create table if not exists migration (
  name text primary key, applied_on timestamptz not null default now())`;

/** Migrations only grow: an unknown one is of a newer version, unless it sorts before the last. Then it has become superfluous. */
async function missingMigrations(connection: Database, names: readonly string[]): Promise<string[]> {
  const applied = await appliedMigrations(connection);
  const last = [...names].sort().at(-1) ?? '';
  const newer = [...applied].filter((name) => name > last);
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
