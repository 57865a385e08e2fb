import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

let migrated: TestDatabase;
beforeAll(async () => {
  migrated = await createTestDatabase();
});
afterAll(() => migrated.drop());

/** Runs the body on an empty database. */
async function onEmpty(body: (url: string) => Promise<void>): Promise<void> {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`;
  await migrated.database.unsafe(`create database ${name} template template0`);
  const url = new URL(migrated.url);
  url.pathname = `/${name}`;
  try {
    await body(url.href);
  } finally {
    await migrated.database.unsafe(`drop database ${name} with (force)`);
  }
}

test('several processes that start at once on an empty database all succeed, and each migration is applied once', async () => {
  await onEmpty(async (url) => {
    const starters = Array.from({ length: 6 }, () => connect(url, { connections: 1 }));
    await Promise.all(starters.map((starter) => migrate(starter)));
    const reader = connect(url, { connections: 1 });
    const applied = (await reader<{ name: string }[]>`select name from migration order by name`).map((row) => row.name);
    expect(applied).toContain('0001_tasks.sql');
    expect(new Set(applied).size).toBe(applied.length);
    await reader.end();
    await Promise.all(starters.map((starter) => starter.end()));
  });
});

test('a database of a newer version is refused and left alone', async () => {
  await migrated.database`insert into migration (name) values ('9999_future.sql')`;
  await expect(migrate(migrated.database)).rejects.toThrow(/newer version of Taskdeck \(9999_future\.sql\)/);
  await migrated.database`delete from migration where name = '9999_future.sql'`;
  await migrate(migrated.database);
});

test('a starter that failed leaves the lock to the next', async () => {
  await migrated.database`insert into migration (name) values ('9999_future.sql')`;
  await expect(migrate(migrated.database)).rejects.toThrow();
  await migrated.database`delete from migration where name = '9999_future.sql'`;
  const other = connect(migrated.url, { connections: 1 });
  await migrate(other);
  await other.end();
});
