import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { taskdeckVersion } from '#contract';
import type { Database } from './connect.ts';

const room = fileURLToPath(new URL('./', import.meta.url));

/** A file of SQL functions or triggers: its path in this folder, its text, and the SHA-256 hash of that in hexadecimal. */
export type FunctionFile = { path: string; text: string; hash: string };

/** Reads the functions and triggers of the schema, in the order in which they are applied: triggers call functions. */
export async function readFunctionFiles(): Promise<FunctionFile[]> {
  const names = (await readdir(`${room}functions`)).filter((name) => name.endsWith('.sql')).sort();
  const paths = [...names.map((name) => `functions/${name}`), 'triggers.sql'];
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(`${room}${path}`, 'utf8');
      return { path, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Returns those of the files that the database does not have. Throws when a newer version of Taskdeck applied one of them. */
export async function missingFunctionFiles(
  database: Database,
  files: readonly FunctionFile[],
): Promise<FunctionFile[]> {
  const applied = await appliedFunctionFiles(database);
  const missing = files.filter(({ path, hash }) => applied.get(path)?.hash !== hash);
  const newer = missing.filter(({ path }) => isLater(applied.get(path)?.version ?? taskdeckVersion, taskdeckVersion));
  if (newer.length > 0)
    throw new Error(
      `the database was migrated by a newer version of Taskdeck (${newer.map(({ path }) => path).join(', ')})`,
    );
  return missing;
}

/** Returns the SQL that applies the files and notes that the database has them. Functions may call each other in any order. */
export function applying(files: readonly FunctionFile[]): string {
  const noted = files.map(({ path, hash }) => `('${path}', '${hash}', '${taskdeckVersion}')`).join(', ');
  return `begin;\nset local check_function_bodies = off;\n${files.map(({ text }) => text).join('\n')}
    insert into function_file (path, hash, version) values ${noted}
      on conflict (path) do update set hash = excluded.hash, version = excluded.version, applied_on = now();\ncommit;`;
}

/** SQL with which all files are applied again: a migration may have dropped what is in them. */
export const forgetFunctionFiles = `do $$ begin
  if to_regclass('function_file') is not null then delete from function_file; end if;
end $$`;

async function appliedFunctionFiles(database: Database): Promise<Map<string, { hash: string; version: string }>> {
  const [found] = await database<{ exists: boolean }[]>`select to_regclass('function_file') is not null as exists`;
  if (found?.exists !== true) return new Map();
  const rows = await database<{ path: string; hash: string; version: string }[]>`
    select path, hash, version from function_file`;
  return new Map(rows.map(({ path, ...row }) => [path, row]));
}

function isLater(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0;
}
