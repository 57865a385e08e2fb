import { expect, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '#database/testing';
import { started } from '../contract/testing/started.ts';
import { connect } from './connect.ts';
import { migrate, requireMigratable } from './migrate.ts';

const migrated = started(createTestDatabase, 'drop');

test('several processes that start at once on an empty database all succeed, and each migration is applied once', async () => {
  const empty = await createEmptyDatabase();
  const starters = Array.from({ length: 6 }, () => connect(empty.url, { connections: 1 }));
  await Promise.all(starters.map((starter) => migrate(starter)));
  const rows = await empty.database<{ name: string }[]>`select name from migration order by name`;
  const applied = rows.map(({ name }) => name);
  expect(applied).toContain('0001_tasks.sql');
  expect(new Set(applied).size).toBe(applied.length);
  await Promise.all(starters.map((starter) => starter.end()));
  await empty.drop();
});

test('a look at whether a database can be migrated changes nothing', async () => {
  const empty = await createEmptyDatabase();
  await requireMigratable(empty.database);
  const [table] = await empty.database`select to_regclass('migration') as found`;
  expect(table).toEqual({ found: null });
  await empty.drop();
});

test('a database of a newer version is refused and left alone', async () => {
  await migrated.owner`insert into migration (name) values ('9999_future.sql')`;
  await expect(requireMigratable(migrated.owner)).rejects.toThrow(/newer version of Taskdeck \(9999_future\.sql\)/);
  await expect(migrate(migrated.owner)).rejects.toThrow(/newer version of Taskdeck \(9999_future\.sql\)/);
  await migrated.owner`delete from migration where name = '9999_future.sql'`;
  await migrate(migrated.owner);
});

test('a migration that the database has and the project no longer has is of an earlier version', async () => {
  await migrated.owner`insert into migration (name) values ('0021_access_changes.sql')`;
  await requireMigratable(migrated.owner);
  await migrate(migrated.owner);
  await migrated.owner`delete from migration where name = '0021_access_changes.sql'`;
});

test('a starter that failed leaves the lock to the next', async () => {
  await migrated.owner`insert into migration (name) values ('9999_future.sql')`;
  await expect(migrate(migrated.owner)).rejects.toThrow();
  await migrated.owner`delete from migration where name = '9999_future.sql'`;
  const other = connect(migrated.url, { connections: 1 });
  await migrate(other);
  await other.end();
});
