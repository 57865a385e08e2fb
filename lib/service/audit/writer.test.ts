import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { type AuditEntry, createAuditWriter } from './writer.ts';

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
