import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareRole, withRole } from '#database';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#database/testing';

let empty: TestDatabase;
let migrated: TestDatabase;
beforeAll(async () => {
  [empty, migrated] = await Promise.all([createEmptyDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all([empty.drop(), migrated.drop()]));

const run = (env: { DATABASE_OWNER_URL: string; DATABASE_URL: string }) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    execFile(process.execPath, ['lib/launch/migrate.ts'], { env: { ...process.env, ...env } }, (error, out, errors) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: out + errors }),
    );
  });

test('the command migrates as the owner for a role that owns nothing, and says so of one that does', async () => {
  const [role, password] = [`user_${crypto.randomUUID().replaceAll('-', '')}`, crypto.randomUUID()];
  await prepareRole(migrated.owner, role, password); // it exists, without rights in the other database
  const given = { DATABASE_OWNER_URL: empty.url, DATABASE_URL: withRole(empty.url, role, password) };
  expect(await run(given)).toEqual({ code: 0, text: expect.stringContaining(`role ${role} can be used`) });
  const [rights] = await empty.owner`
    select has_table_privilege(${role}, 'task', 'insert') as works,
      has_table_privilege(${role}, 'audit_record', 'delete') as tampers`;
  expect(rights).toEqual({ works: true, tampers: false });

  const text = expect.stringMatching(/role postgres of DATABASE_URL owns the tables/);
  expect(await run({ DATABASE_OWNER_URL: empty.url, DATABASE_URL: empty.url })).toEqual({ code: 1, text });
  expect(await run({ DATABASE_OWNER_URL: '', DATABASE_URL: empty.url })).toMatchObject({ code: 1 });
  await Promise.all([empty.owner, migrated.owner].map((owner) => owner.unsafe(`drop owned by ${role}`)));
  await empty.owner.unsafe(`drop role ${role}`);
}, 60_000);

test('that PostgreSQL cannot be reached is one sentence', async () => {
  const away = 'postgres://ada@127.0.0.1:9/none';
  expect(await run({ DATABASE_OWNER_URL: away, DATABASE_URL: away })).toEqual({
    code: 1,
    text: '\nPostgreSQL cannot be used: connect ECONNREFUSED 127.0.0.1:9\n\n',
  });
});
