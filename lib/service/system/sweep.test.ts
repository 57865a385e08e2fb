import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import { startSweeping } from './sweep.ts';

const dayMs = 86_400_000;
let fresh: TestDatabase;
let sweeping: { stop(): Promise<void> } | undefined;

beforeEach(async () => {
  fresh = await createTestDatabase();
});
afterEach(async () => {
  await sweeping?.stop();
  await fresh.drop();
});

const start = (auditRetentionInMs?: number) => {
  sweeping = startSweeping({
    database: fresh.database,
    auditRetentionInMs,
    onTrouble: (error) => {
      throw error;
    },
  });
};

async function addAuditRecords(daysAgo: number, count: number): Promise<void> {
  await fresh.owner`
    insert into audit_record (occurred_on, identity_kind, identity_id, identity_name, operation, source_address, request_id,
      outcome, status)
    select now() - ${daysAgo} * interval '1 day', 'operator', 'a', 'a', 'SetSecret', '::1', n::text, 'succeeded', 200
    from generate_series(1, ${count}::int) n`;
}

const daysKept = async () =>
  (
    await fresh.database<{ days: number; count: number }[]>`
      select extract(day from now() - occurred_on)::int as days, count(*)::int as count from audit_record
      group by 1 order by 1`
  ).map(({ days, count }) => [days, count]);

test('audit records go when they are older than they are kept, batch after batch', async () => {
  await addAuditRecords(31, 12_000);
  await addAuditRecords(29, 3);
  start(30 * dayMs);
  await expect.poll(daysKept, { timeout: 10_000 }).toEqual([[29, 3]]);
});

test('without a time to be kept audit records stay; what nobody can use goes, and only that', async () => {
  const { database } = fresh;
  await addAuditRecords(5_000, 2);
  for (const days of [0, 2])
    await database`
      insert into idempotent_answer (identity, key, operation, body_hash, claimed_on)
      values ('a', ${`key ${days}`}, 'SetSecret', '', now() - ${days} * interval '1 day')`;
  for (const days of [0, 2])
    await database`
      insert into sign_in_throttle (subject, failures, blocked_until, last_attempt_on)
      values (${`subject ${days}`}, 1, now(), now() - ${days} * interval '1 day')`;
  const [operator] = await database<{ id: string }[]>`
    insert into operator (email, name, password_hash, scopes) values ('a@example.org', 'a', 'x', '{}') returning id`;
  for (const days of [6, 8])
    await database`
      insert into session (operator_id, refresh_hash, expires_on)
      values (${operator?.id ?? ''}, ${Buffer.from([days])}, now() - ${days} * interval '1 day')`;
  for (const days of [89, 91])
    await database`
      insert into sign_in_network (operator_id, network, last_sign_in_on)
      values (${operator?.id ?? ''}, ${`network ${days}`}, now() - ${days} * interval '1 day')`;
  start();
  const left = async () => ({
    answers: (await database`select key from idempotent_answer`).map(({ key }) => key),
    subjects: (await database`select subject from sign_in_throttle`).map(({ subject }) => subject),
    networks: (await database`select network from sign_in_network`).map(({ network }) => network),
    sessions: (await database`select get_byte(refresh_hash, 0) as days from session`).map(({ days }) => days),
  });
  await expect.poll(left, { timeout: 10_000 }).toEqual({
    answers: ['key 0'],
    subjects: ['subject 0'],
    networks: ['network 89'],
    sessions: [6],
  });
  expect(await daysKept()).toEqual([[5_000, 2]]);
});
