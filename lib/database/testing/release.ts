import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Database } from '../connect.ts';
import { applying, readFunctionFiles } from '../function-files.ts';
import { applyMigrations } from '../migrate.ts';

const migrationsFolder = fileURLToPath(new URL('../migrations/', import.meta.url));
const releasesFolder = fileURLToPath(new URL('../releases/', import.meta.url));

/** A released version: its migrations with their SHA-256 hashes, its functions, and SQL that adds the rows of a database in use. */
export type Release = {
  version: string;
  migrations: Readonly<Record<string, string>>;
  /** SQL that applies its functions and triggers, where they were apart from its migrations. */
  functions: string;
  rows: string;
};

/** Reads the snapshots of all released versions. */
export async function readReleases(): Promise<Release[]> {
  const files = (await readdir(releasesFolder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (file) => {
      const version = file.slice(0, -'.json'.length);
      const hashes = JSON.parse(await readFile(`${releasesFolder}${file}`, 'utf8'));
      const rows = await readFile(`${releasesFolder}${version}.sql`, 'utf8');
      const functionsFile = `${releasesFolder}${version}.functions.sql`;
      const functions = existsSync(functionsFile) ? await readFile(functionsFile, 'utf8') : '';
      return { version, migrations: z.record(z.string(), z.string()).parse(hashes), functions, rows };
    }),
  );
}

/** Writes the snapshot of a version: the hashes of today's migrations, its functions, and the rows of a database that they made. */
export async function writeRelease(version: string, rows: string): Promise<void> {
  const names = (await readdir(migrationsFolder)).sort();
  const hashes = await Promise.all(
    names.map(async (name) => [
      name,
      createHash('sha256')
        .update(await readFile(`${migrationsFolder}${name}`))
        .digest('hex'),
    ]),
  );
  await writeFile(`${releasesFolder}${version}.json`, `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
  await writeFile(`${releasesFolder}${version}.functions.sql`, applying(await readFunctionFiles()));
  await writeFile(`${releasesFolder}${version}.sql`, rows);
}

/** Makes an empty database one of this release. Its times are moved so that the last call was just now. */
export async function installRelease(database: Database, { migrations, functions, rows }: Release): Promise<void> {
  await applyMigrations(database, Object.keys(migrations));
  if (functions !== '') await database.unsafe(functions).simple();
  await database.unsafe(rows).simple();
  const [taken] = await database<{ agoInMs: number }[]>`
    select extract(epoch from now() - max(occurred_on))::float8 * 1000 as "agoInMs" from audit_record`;
  const columns = await database<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.table_name not in ('migration', 'function_file') and c.data_type = 'timestamp with time zone'`;
  for (const { table, column } of columns)
    await database`
      update ${database(table)} set ${database(column)} = ${database(column)} + ${taken?.agoInMs ?? 0} * interval '1 ms'`;
}

/** SQL that adds the rows of all tables to a new database of the same version, one row a line. */
export async function rowsAsSql(database: Database): Promise<string> {
  const statements: string[] = [];
  for (const table of await tablesOf(database)) {
    const rows = await database<{ text: string }[]>`
      select row_to_json(t)::text as text from ${database(table)} t order by row_to_json(t)::text collate "C"`;
    if (rows.length === 0) continue;
    const lines = rows.map(({ text }) => text).join(',\n');
    statements.push(
      `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", $rows$[\n${lines}\n]$rows$) on conflict do nothing;`,
    );
  }
  const sequences = await database<{ name: string; value: number }[]>`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`;
  for (const { name, value } of sequences) statements.push(`select setval('${name}', ${value});`);
  return `${statements.join('\n')}\n`;
}

/** The names of all tables except the list of migrations and what each database makes for itself. */
export async function tablesOf(database: Database): Promise<string[]> {
  const rows = await database<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('migration', 'function_file', 'fingerprint_key') order by relname collate "C"`;
  return rows.map(({ name }) => name);
}
