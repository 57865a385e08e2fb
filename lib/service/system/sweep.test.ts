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

test('invitations, reveals, approvals, ID tokens and bulk operations go when nobody uses them any more', async () => {
  const { database } = fresh;
  for (const days of [-1, 1, 89, 91]) {
    const name = `days ${days}`;
    const then = database`now() - ${days} * interval '1 day'`;
    const [operator] = await database<{ id: string }[]>`
      insert into operator (email, name, password_hash, scopes) values (${name}, ${name}, 'x', '{}') returning id`;
    await database`
      insert into invitation (operator_id, token_hash, expires_on) values (${operator?.id ?? ''}, ${name}, ${then})`;
    await database`insert into used_id_token (token_hash, expires_on) values (${name}, ${then})`;
    await database`
      insert into reveal (store_name, entry_id, target_made_on, pointers, reason, identity, revealed_by, expires_on)
      values ('s', 'e', now(), '{}', ${name}, 'a', 'a', ${then})`;
    await database`
      insert into approval (operation, target, reason, owner, asked_by, expires_on)
      values ('CreateReveal', '{}', ${name}, 'a', 'a', ${then})`;
    await database`
      insert into session (operator_id, refresh_hash, expires_on, sealed_tokens, sealed_with)
      values (${operator?.id ?? ''}, ${name}, ${then}, 'x', 'x')`;
    await database`
      with operation as (
        insert into bulk_operation (id, action, selection, stages, wait_for_end_in_ms, creator_kind, creator_id,
          creator_name, creator_scopes, source_address, request_id, starts_on, last_task_key, is_collected, ended_on)
        values (${name}, '{}', '{}', '{}', 1, 'operator', 'a', 'a', '{}', '::1', 'r', now(), 0, true,
          ${days === -1 ? null : then})
        returning key)
      insert into bulk_item (operation_key, position, task_id) select key, 1, ${name} from operation`;
  }
  start();
  const left = async () => ({
    invitations: (await database`select convert_from(token_hash, 'UTF8') as name from invitation`).map(
      ({ name }) => name,
    ),
    idTokens: (await database`select convert_from(token_hash, 'UTF8') as name from used_id_token`).map(
      ({ name }) => name,
    ),
    reveals: (await database`select reason from reveal order by expires_on desc`).map(({ reason }) => reason),
    approvals: (await database`select reason from approval order by expires_on desc`).map(({ reason }) => reason),
    providerTokens: (
      await database`select convert_from(refresh_hash, 'UTF8') as name from session where sealed_tokens is not null`
    ).map(({ name }) => name),
    operations: (await database`select id from bulk_operation order by key`).map(({ id }) => id),
    items: (await database`select task_id as id from bulk_item order by operation_key`).map(({ id }) => id),
  });
  await expect.poll(left, { timeout: 10_000 }).toEqual({
    invitations: ['days -1'],
    idTokens: ['days -1'],
    reveals: ['days -1', 'days 1', 'days 89'],
    approvals: ['days -1', 'days 1', 'days 89'],
    providerTokens: ['days -1'],
    operations: ['days -1', 'days 1', 'days 89'],
    items: ['days -1', 'days 1', 'days 89'],
  });
  const ofAbandoned = database`select from bulk_operation where ended_on > now() - interval '1 hour'`;
  expect(await ofAbandoned, 'its task is gone: from now on its results are kept like those of others').toHaveLength(1);
});
