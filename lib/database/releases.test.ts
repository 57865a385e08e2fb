import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#database/testing';
import { started } from '../contract/testing/started.ts';
import type { Database } from './connect.ts';
import { migrate } from './migrate.ts';
import { describeSchema } from './testing/describe-schema.ts';
import { installRelease, readReleases, rowsAsSql, tablesOf } from './testing/release.ts';

const fresh = started(createTestDatabase, 'drop');

async function countRows(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tablesOf(database)) counts[table] = (await database`select from ${database(table)}`).count;
  return counts;
}

/** Tables without rows in a database that was in use. */
const emptyTables = ['deleted_task', 'sign_in_throttle', 'state_store_change'];

describe.each(await readReleases())('a database of $version', (release) => {
  let old: TestDatabase;
  beforeAll(async () => {
    old = await createEmptyDatabase();
    await installRelease(old.database, release);
  });
  afterAll(() => old.drop());

  test('has rows in every table', async () => {
    const counts = await countRows(old.database);
    expect(Object.keys(counts).filter((table) => counts[table] === 0 && !emptyTables.includes(table))).toEqual([]);
  });

  test('is upgraded to the schema of a new database, and keeps its rows', async () => {
    const before = await countRows(old.database);
    await migrate(old.database);
    expect(await describeSchema(old.database)).toEqual(await describeSchema(fresh.database));
    expect(await countRows(old.database)).toMatchObject(before);
  });
});

test('rows that are written as SQL and read again are the same, digit by digit', async () => {
  await fresh.database`
    insert into task (id, type, input, tags, sensitive, queue, priority, created_by, modified_by)
    values ('a', 't', '{"exact": 12345678901234567890.10, "text": "$1 \\" é"}', '{"x": "y"}', '{/input/exact}', 'q', 0, 'x', 'x')`;
  const written = await rowsAsSql(fresh.database);
  expect(written).toContain('12345678901234567890.10');
  const copy = await createEmptyDatabase();
  await migrate(copy.database);
  await copy.database.unsafe(written).simple();
  expect(await rowsAsSql(copy.database)).toBe(written);
  const [next] = await copy.database<{ key: number }[]>`
    insert into task (id, type, queue, priority, created_by, modified_by) values ('b', 't', 'q', 0, 'x', 'x') returning key`;
  expect(next).toEqual({ key: 2 });
  await copy.drop();
});
