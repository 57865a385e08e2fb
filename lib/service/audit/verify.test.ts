import { execFile } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import { sweepAudit } from '../system/sweep.ts';
import { verifyAudit } from './verify.ts';
import { type AuditEntry, createAuditWriter } from './writer.ts';

let fresh: TestDatabase;
beforeEach(async () => {
  fresh = await createTestDatabase();
});
afterEach(() => fresh.drop());

const entry = (requestId: string): AuditEntry => ({
  identity: { kind: 'operator', id: '1', name: 'Zoë 🦉 "x"' },
  operation: 'SetSecret',
  target: { kind: 'secret', id: 'a\\b\n' },
  sourceAddress: '::1',
  requestId,
  outcome: 'succeeded',
  status: 200,
  ...(requestId.endsWith('1') ? { detail: `1:${requestId}` } : {}),
});
const write = async (count: number) => {
  const writers = [createAuditWriter(fresh.database), createAuditWriter(fresh.database)];
  const all = Array.from({ length: count }, (_, index) => writers[index % 2]?.write(entry(String(index))));
  await Promise.all(all);
};
const problems = async (expected?: string) => (await verifyAudit(fresh.database, expected)).problems;

test('records of several processes make one chain', async () => {
  await write(1_200);
  expect(await verifyAudit(fresh.database)).toMatchObject({ records: 1_200, removed: 0, problems: [] });
  const [order] = await fresh.database<{ is_ordered: boolean }[]>`
    select bool_and(is_ordered) as is_ordered from (
      select occurred_on >= lag(occurred_on, 1, '-infinity') over (order by id) as is_ordered from audit_record) a`;
  expect(order?.is_ordered).toBe(true);
});

test.for([
  ['a changed record', `update audit_record set outcome = 'refused' where request_id = '2'`, /^record \d+ was changed/],
  [
    'text that moved to another field',
    `update audit_record set request_id = '', source_address = source_address || request_id where request_id = '2'`,
    /was changed/,
  ],
  ['a removed record', `delete from audit_record where request_id = '2'`, /^before record \d+, records were removed/],
  [
    'a removed newest record',
    'delete from audit_record where id = (select max(id) from audit_record)',
    /^after record \d+, records were removed: the newest was \d+/,
  ],
  ['an emptied trail', 'delete from audit_record', /records were removed/],
  [
    'a record that was added by hand',
    `insert into audit_record (identity_kind, identity_id, identity_name, operation, source_address, request_id, outcome,
      status) values ('operator', '1', 'x', 'SetSecret', '', '', 'succeeded', 200)`,
    /was added past the chain/,
  ],
] as const)('%s shows', async ([, sql, problem]) => {
  await write(5);
  await fresh.owner.unsafe(sql);
  expect((await problems()).join('\n')).toMatch(problem);
});

test('a trail that was written anew as a whole does not fit what was kept of it', async () => {
  await write(3);
  const { head } = await verifyAudit(fresh.database);
  await write(3);
  expect(await problems(head)).toEqual([]);
  await fresh.owner`delete from audit_record`;
  await fresh.owner`
    update audit_chain set first_after_id = 0, first_after_hash = decode(repeat('00', 32), 'hex'), last_id = 0,
      last_hash = decode(repeat('00', 32), 'hex')`;
  await fresh.owner`alter sequence audit_record_id_seq restart`;
  await write(6);
  expect(await problems()).toEqual([]);
  expect(await problems(head)).toEqual([expect.stringContaining('another hash than was expected')]);
});

test('what retention removes leaves a chain that is whole, and nothing younger than a day goes', async () => {
  await write(10);
  const { head } = await verifyAudit(fresh.database);
  expect(await sweepAudit(fresh.database, 0)).toBe(0);
  await fresh.owner`update audit_record set occurred_on = occurred_on - interval '3 days' where id <= 5`;
  expect(await sweepAudit(fresh.database, 2 * 86_400_000)).toBe(5);
  await write(2);
  expect(await verifyAudit(fresh.database, head)).toMatchObject({ records: 7, removed: 5, problems: [] });
  await fresh.owner`delete from audit_record where id = (select min(id) from audit_record)`;
  expect(await problems()).not.toEqual([]);
});

test('the command says whether the trail is whole', async () => {
  await write(2);
  const run = (...args: string[]) =>
    new Promise<{ code: number; text: string }>((resolve) => {
      const env = { ...process.env, DATABASE_URL: fresh.url };
      execFile(process.execPath, ['lib/launch/audit.ts', ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
      );
    });
  expect(await run('verify')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^2 records.*Newest: 2:[0-9a-f]{64}/),
  });
  await fresh.owner`delete from audit_record where request_id = '0'`;
  expect(await run('verify')).toMatchObject({ code: 1, text: expect.stringContaining('tampered') });
}, 60_000);
