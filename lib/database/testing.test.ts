import { afterEach, expect, test } from 'vitest';
import { connect } from './connect.ts';
import startTestServer, { createTestDatabase } from './testing.ts';

const given = { ...process.env };
afterEach(() => {
  process.env.TASKDECK_TEST_TEMPLATE = given.TASKDECK_TEST_TEMPLATE;
});

test('a server given from outside gets a template for this run, which goes with it', async () => {
  const url = given.TASKDECK_TEST_DATABASE_URL ?? '';
  const end = await startTestServer();
  const name = process.env.TASKDECK_TEST_TEMPLATE ?? '';
  expect(name).not.toBe(given.TASKDECK_TEST_TEMPLATE);
  expect(process.env.TASKDECK_TEST_DATABASE_URL).toBe(url);

  const { database, drop } = await createTestDatabase();
  expect(await database`select from migration`).not.toHaveLength(0);
  await drop();

  await end();
  const admin = connect(url, { connections: 1 });
  expect(await admin`select from pg_database where datname = ${name}`).toHaveLength(0);
  await admin.end();
});
