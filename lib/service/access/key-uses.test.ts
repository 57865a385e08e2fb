import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { createKeyUses } from './key-uses.ts';

const fresh = started(createTestDatabase, 'drop');
afterEach(() => vi.restoreAllMocks());

async function addKey(usedAgo: string | null = null): Promise<string> {
  const [row] = await fresh.database<{ id: string }[]>`
    insert into api_key (name, key_hash, scopes, created_by, service_account, last_used_on)
    values ('k', ${randomUUID()}::text::bytea, '{}', 'test', 'k', now() - ${usedAgo}::interval) returning id`;
  return row?.id ?? '';
}
const usesOf = async (id: string) => {
  const [row] = await fresh.database<{ from: string | null; isNow: boolean | null }[]>`
    select last_used_from as "from", last_used_on > now() - interval '30 seconds' as "isNow" from api_key where id = ${id}`;
  return row;
};

test('a use is written with its address, and the next one after a minute', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const uses = createKeyUses(fresh.database, () => {});
  const use = async (id: string, address: string) => {
    uses.note(id, address);
    await uses.drain();
  };
  const [one, other] = [await addKey(), await addKey()];
  await use(one, 'a');
  await use(other, 'b');
  expect([await usesOf(one), await usesOf(other)]).toEqual([
    { from: 'a', isNow: true },
    { from: 'b', isNow: true },
  ]);
  await fresh.database`update api_key set last_used_on = now() - interval '2 minutes' where id = ${one}`;
  now = 60_999;
  await use(one, 'c');
  expect(await usesOf(one)).toEqual({ from: 'a', isNow: false });
  now = 61_000;
  await use(one, 'd');
  expect(await usesOf(one)).toEqual({ from: 'd', isNow: true });
});

test('a use that another process wrote within the minute is not written again', async () => {
  const uses = createKeyUses(fresh.database, () => {});
  const [young, old] = [await addKey('50 seconds'), await addKey('70 seconds')];
  for (const id of [young, old]) uses.note(id, 'a');
  await uses.drain();
  expect([(await usesOf(young))?.from, (await usesOf(old))?.from]).toEqual([null, 'a']);
});

test('a write that failed is reported, and tried again with the next use', async () => {
  const troubles: unknown[] = [];
  const uses = createKeyUses(fresh.database, (error) => troubles.push(error));
  const id = await addKey();
  await fresh.owner`alter table api_key rename to kept_api_key`;
  uses.note(id, 'a');
  await uses.drain();
  await fresh.owner`alter table kept_api_key rename to api_key`;
  expect(troubles).toEqual([expect.objectContaining({ code: '42P01' })]);
  uses.note(id, 'b');
  await uses.drain();
  expect([(await usesOf(id))?.from, troubles.length]).toEqual(['b', 1]);
});
