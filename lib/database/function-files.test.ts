import { expect, test } from 'vitest';
import { taskdeckVersion } from '#contract';
import { createTestDatabase } from '#database/testing';
import { started } from '../contract/testing/started.ts';
import { type FunctionFile, readFunctionFiles } from './function-files.ts';
import { applyMigrations, migrate, requireMigratable } from './migrate.ts';

const migrated = started(createTestDatabase, 'drop');
const files = await readFunctionFiles();

const answering = (number: number, hash = String(number)): FunctionFile => ({
  path: 'functions/answer.sql',
  text: `create or replace function answer() returns integer language sql as $$ select ${number} $$;`,
  hash,
});
const namesOf = async () =>
  (await migrated.owner<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name);
const answer = async () => (await migrated.owner<{ answer: number }[]>`select answer()`)[0]?.answer;

test('every function and trigger of a database stands in the files, and nothing else does', async () => {
  const text = files.map((file) => file.text).join('\n');
  const defined = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, ...names]) => names.join(' on ')).sort();
  const rows = (
    await migrated.owner<{ name: string }[]>`
    select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`
  ).map(({ name }) => name);
  expect(defined(/^create or replace (?:function|aggregate) (\w+)/gm)).toEqual(rows.sort());
  const triggers = await migrated.owner<{ name: string }[]>`
    select tgname || ' on ' || tgrelid::regclass as name from pg_trigger where not tgisinternal`;
  expect(defined(/^create or replace trigger (\w+)[^;]*? on (\w+)/gm)).toEqual(triggers.map(({ name }) => name).sort());
});

test('a file is applied when its text is another one, and not when the database has it', async () => {
  await applyMigrations(migrated.owner, await namesOf(), [answering(1)]);
  expect(await answer()).toBe(1);
  await applyMigrations(migrated.owner, await namesOf(), [answering(2, '1')]);
  expect(await answer(), 'of the same hash').toBe(1);
  await applyMigrations(migrated.owner, await namesOf(), [answering(2)]);
  expect(await answer()).toBe(2);
});

test('a file that is not valid leaves the database as it was', async () => {
  const broken = { path: 'functions/zz.sql', text: 'create or replace function;', hash: 'x' };
  await expect(applyMigrations(migrated.owner, await namesOf(), [answering(3), broken])).rejects.toThrow(
    'syntax error',
  );
  expect(await answer()).toBe(2);
});

test('functions of a newer version are refused, those of an earlier one are replaced', async () => {
  const path = 'functions/journal.sql';
  const others = (version: string) =>
    migrated.owner`update function_file set hash = 'other', version = ${version} where path = ${path}`;
  await others('0.10.0');
  await expect(requireMigratable(migrated.owner)).rejects.toThrow(
    /newer version of Taskdeck \(functions\/journal\.sql\)/,
  );
  await expect(migrate(migrated.owner)).rejects.toThrow(/newer version/);
  await others('0.0.9');
  await requireMigratable(migrated.owner);
  await migrate(migrated.owner);
  const [row] = await migrated.owner`select hash, version from function_file where path = ${path}`;
  expect(row).toEqual({ hash: files.find((file) => file.path === path)?.hash, version: taskdeckVersion });
});

test('the role of service and workers is told who applies what is missing', async () => {
  await expect(applyMigrations(migrated.database, await namesOf(), [answering(4)])).rejects.toThrow(
    /may not apply the migrations functions\/answer\.sql.*npm run migrate/,
  );
});

test('after a migration all files are applied, as it may have dropped what is in them', async () => {
  const last = (await namesOf()).at(-1) ?? '';
  await migrated.owner`delete from migration where name = ${last}`;
  await migrated.owner.unsafe('drop table function_file; drop function free_runs');
  await migrate(migrated.owner);
  expect(await migrated.owner`select free_runs('{}')`).toEqual([{ free_runs: 0 }]);
});
