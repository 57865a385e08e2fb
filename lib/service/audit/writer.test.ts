import { expect, test } from 'vitest';
import { connect, keepPendingAudit } from '#database';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { type AuditEntry, createAuditWriter, insertAudit } from './writer.ts';

const fresh = started(createTestDatabase, 'drop');

const entry = (requestId: string, detail?: string): AuditEntry => ({
  identity: { kind: 'operator', id: '1', name: 'ada' },
  operation: 'SetSecret',
  sourceAddress: '::1',
  requestId,
  outcome: 'succeeded',
  status: 200,
  ...(detail === undefined ? {} : { detail }),
});
const written = async () => {
  const [row] = await fresh.database<{ records: number; transactions: number }[]>`
    select count(*)::int as records, count(distinct xmin::text)::int as transactions from audit_record`;
  return row;
};

test('entries of one moment share transactions of 500, in their order, and each is there when its write resolves', async () => {
  const writer = createAuditWriter(fresh.database);
  const first = writer.write(entry('0'));
  const rest = Array.from({ length: 1_000 }, (_, index) => writer.write(entry(String(index + 1))));
  await first;
  expect((await written())?.records).toBeGreaterThanOrEqual(1);
  await Promise.all(rest);
  expect(await written()).toEqual({ records: 1_001, transactions: 3 });
  const rows = await fresh.database<{ request_id: string }[]>`select request_id from audit_record order by id`;
  expect(rows.map(({ request_id }) => Number(request_id))).toEqual(Array.from({ length: 1_001 }, (_, index) => index));
});

test('a write that fails tells those who wait for it, and the next one goes on', async () => {
  const before = (await written())?.records ?? 0;
  const writer = createAuditWriter(fresh.database);
  await expect(writer.write(entry('bad', 'a\u0000b'))).rejects.toThrow();
  await writer.write(entry('good'));
  void writer.write(entry('last'));
  await writer.drain();
  expect((await written())?.records).toBe(before + 2);
});

test('what its change has kept follows in its order, once, and is not waited for', async () => {
  const { database } = fresh;
  const writer = createAuditWriter(database);
  const keep = async (requestId: string) => {
    const id = crypto.randomUUID();
    await keepPendingAudit(database, { id, processId: crypto.randomUUID(), record: JSON.stringify(entry(requestId)) });
    return id;
  };
  const [kept, ofAnother, left] = [await keep('kept'), await keep('of another'), await keep('left')];
  await insertAudit(database, [{ entry: entry('of another'), pending: ofAnother }]);
  writer.follow(entry('kept'), kept);
  writer.follow(entry('of another'), ofAnother); // somebody has added it, as this process stood still
  await writer.write(entry('waits'));
  writer.follow(entry('left'), left);
  await expect.poll(() => database`select from pending_audit`).toEqual([]);
  const rows = await database<{ request_id: string }[]>`
    select request_id from audit_record where request_id ~ '[a-z]' and request_id not in ('good', 'last') order by id`;
  expect(rows.map(({ request_id }) => request_id)).toEqual(['of another', 'kept', 'waits', 'left']);
});

test('what follows is sent again when the trail could not take it', async () => {
  const id = crypto.randomUUID();
  await keepPendingAudit(fresh.database, { id, processId: id, record: JSON.stringify(entry('patient')) });
  const troubles: unknown[] = [];
  const hurried = connect(fresh.url, { connections: 1 });
  await hurried`set lock_timeout = 50`;
  const writer = createAuditWriter(hurried, (error) => troubles.push(error));
  const inTrail = () => fresh.database`select from audit_record where request_id = 'patient'`;
  await fresh.owner.begin(async (transaction) => {
    await transaction`select from audit_chain for update`;
    writer.follow(entry('patient'), id);
    await writer.drain();
    expect(troubles).toEqual([expect.objectContaining({ code: '55P03' })]);
    expect(await inTrail()).toEqual([]);
  });
  await expect.poll(inTrail).toHaveLength(1);
  await hurried.end();
});
