import { expect, test } from 'vitest';
import { limits, stateListQuery, stateVersionListQuery } from '#contract';
import { QueueFloor } from '#database';
import { started } from '../../contract/testing/started.ts';
import type { EntryAddress } from '../records.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';
import { expireEntries } from './expire-entries.ts';
import { foldStoreChanges } from './fold-store-changes.ts';
import { startStateHousekeeping } from './start-state-housekeeping.ts';
import { sweepAccess, sweepVersions } from './sweep-versions.ts';

const fixture = started(startState, 'end');

/** Moves an entry's expiry into the past. */
async function lapse({ id }: EntryAddress): Promise<void> {
  await fixture.database`update state_entry set expires_on = now() - interval '1 second' where id = ${id}`;
}

async function historyOf(address: EntryAddress): Promise<[number, string, boolean][]> {
  const { value } = await fixture.state.listVersions(address, stateVersionListQuery.parse({ maxPageSize: 1000 }));
  return value.map(({ version, change, isCurrent }) => [version, change, isCurrent]);
}

test('old records of access are removed in one walk through their table, block by block', async () => {
  const { owner, database } = fixture;
  await owner`
    insert into state_access (task_key, run_count, sequence, store_key, id, access, occurred_on)
    select 4711, 1, n, 1, 'an entry', 'read', now() - interval '1 hour' * (n % 2) from generate_series(1, 20000) n`;
  expect(await walkAccess(1_800_000)).toEqual([0, 128]);
  expect(await database`select distinct sequence % 2 as rest from state_access where task_key = 4711`).toEqual([
    { rest: 0 },
  ]);
  await owner`delete from state_access where task_key = 4711`;
});

/** Removes old records of access. Resolves with the blocks at which the batches began. */
async function walkAccess(retentionInMs: number): Promise<number[]> {
  const reached: number[] = [];
  for (let block: number | undefined = 0; block !== undefined; ) {
    reached.push(block);
    block = await sweepAccess(fixture.database, retentionInMs, block);
  }
  return reached;
}

test('an expired entry is as if it were not there before it is swept, whoever asks', async () => {
  const { state } = fixture;
  const store = newStore();
  const address = entry(store, 'lapsed');
  const { etag } = await state.save(store, input({ id: 'lapsed', value: 1, ttlInSeconds: 100, hasBlob: true }), ada);
  await lapse(address);
  await expect(state.get(address)).rejects.toMatchObject({ code: 'StateNotFound' });
  expect((await state.list(store, stateListQuery.parse({}))).value).toEqual([]);
  expect(await state.bulkGet(store, { ids: ['lapsed'] })).toMatchObject({ missing: ['lapsed'] });
  expect(await state.delete(address, {}, ada)).toEqual({ isDeleted: false });
  await expect(state.delete(address, { ifMatch: etag }, ada)).rejects.toMatchObject({ code: 'PreconditionFailed' });
  await expect(state.save(store, input({ id: 'lapsed', value: 2, ifMatch: etag }), ada)).rejects.toMatchObject({
    code: 'PreconditionFailed',
  });
  const made = await state.save(store, input({ id: 'lapsed', value: 2, ifNoneMatch: '*' }), ada);
  expect(made).toMatchObject({ version: 3, hasBlob: false });
  expect(made).not.toHaveProperty('expiresOn');
  expect(await historyOf(address)).toEqual([
    [3, 'save', true],
    [2, 'expire', false],
    [1, 'save', false],
  ]);
});

test('the end of an entry is one of its versions, whether it was swept or not; it can be restored and then stays', async () => {
  const { state, database } = fixture;
  for (const isSwept of [true, false]) {
    const store = newStore();
    const address = entry(store, `ends-${isSwept}`);
    await state.save(store, input({ id: address.id, value: 'v', ttlInSeconds: 100 }), ada);
    await lapse(address);
    if (isSwept) await expireEntries(database);
    expect(await historyOf(address)).toEqual([
      [2, 'expire', false],
      [1, 'save', false],
    ]);
    expect(await state.getVersion(address, 2)).toMatchObject({ lastModifiedBy: { kind: 'system' } });
    const restored = await state.restore(address, 1, {}, ada);
    expect(restored).toMatchObject({ version: 3, value: 'v' });
    expect(restored).not.toHaveProperty('expiresOn');
  }
});

test('what a change made cannot be undone when its entry has expired since', async () => {
  const { state } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'e', value: 1 }), ada);
  const { receipt } = await state.save(store, input({ id: 'e', value: 2, ttlInSeconds: 50 }), ada);
  await lapse(entry(store, 'e'));
  await expect(state.undo(store, receipt ?? '', ada)).rejects.toMatchObject({ code: 'ReceiptOutdated' });
});

test('counts of a store are right before they are folded and after', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.bulkSave(
    store,
    ['a', 'b', 'c'].map((id) => input({ id, value: '12345678' })),
    ada,
  );
  await state.save(store, input({ id: 'a', value: '1' }), ada);
  await state.delete(entry(store, 'b'), {}, ada);
  await state.save(store, input({ id: 'counted', value: '1', ttlInSeconds: 5 }), ada);
  await lapse(entry(store, 'counted'));
  await expireEntries(database);
  const before = await state.getStore(store);
  expect(before).toMatchObject({ entryCount: 2, valueBytes: 13, blobBytes: 0 });
  expect(before.lastModifiedOn).toBeDefined();
  await Promise.all([foldStoreChanges(database, new QueueFloor()), foldStoreChanges(database, new QueueFloor())]);
  await foldStoreChanges(database, new QueueFloor());
  expect((await database`select from state_store_change`).length).toBe(0);
  expect(await state.getStore(store)).toEqual(before);
});

test('an entry keeps a bounded number of versions, the newest; older ones go with their age', async () => {
  const { state, database } = fixture;
  const store = newStore();
  const address = entry(store, 'busy');
  const times = limits.versionsPerEntry + 5;
  for (let at = 0; at < times; at += 10)
    await state.bulkSave(
      store,
      Array.from({ length: 10 }, (_, n) => input({ id: 'busy', value: at + n })),
      ada,
    );
  const kept = await historyOf(address);
  expect(kept).toHaveLength(limits.versionsPerEntry);
  await state.delete(address, {}, ada);
  await state.save(store, input({ id: 'busy', value: 0 }), ada);
  const newest = (kept[0]?.[0] ?? 0) + 2;
  expect((await historyOf(address)).map(([version]) => version)).toEqual(
    Array.from({ length: limits.versionsPerEntry }, (_, at) => newest - at),
  );
  await database`update state_version set superseded_on = now() - interval '2 days' where id = 'busy' and version < ${newest - 3}`;
  await sweepVersions(database, 24 * 3_600_000);
  expect((await historyOf(address)).map(([version]) => version)).toEqual([newest, newest - 1, newest - 2, newest - 3]);
  await expect(state.getVersion(address, newest - 4)).rejects.toMatchObject({ code: 'StateVersionNotFound' });
});

test('versions go when their time is over, and not before', async () => {
  const { state, database } = fixture;
  const store = newStore();
  for (let value = 1; value <= 4; value++) await state.save(store, input({ id: 'aged', value }), ada);
  const dayMs = 24 * 3_600_000;
  await database`
    update state_version set superseded_on = now() - interval '1 day' + (version - 2) * interval '1 minute'
    where id = 'aged'`;
  await database`update state_version set superseded_on = superseded_on + interval '30 seconds' where id = 'aged'`;
  await sweepVersions(database, dayMs);
  expect((await historyOf(entry(store, 'aged'))).map(([version]) => version)).toEqual([4, 3, 2]);
});

test('the time of versions is 30 days unless said otherwise', async () => {
  const { state, database } = fixture;
  const store = newStore();
  for (let value = 1; value <= 3; value++) await state.save(store, input({ id: 'monthly', value }), ada);
  await database`
    update state_version set superseded_on = now() - (case version when 1 then 31 else 29 end) * interval '1 day'
    where id = 'monthly'`;
  const keeper = startStateHousekeeping({ database });
  const versions = async () => (await historyOf(entry(store, 'monthly'))).map(([version]) => version);
  await expect.poll(versions, { timeout: 10_000 }).toEqual([3, 2]);
  await keeper.stop();
});

test('an entry ends when its time is over, and not before', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'soon', value: 1, ttlInSeconds: 5 }), ada);
  await state.save(store, input({ id: 'due', value: 1, ttlInSeconds: 5 }), ada);
  await lapse(entry(store, 'due'));
  await expireEntries(database);
  expect(await historyOf(entry(store, 'soon'))).toEqual([[1, 'save', true]]);
  expect((await state.get(entry(store, 'soon'))).value).toBe(1);
  const [ended] = await database<{ was: string; modified: string }[]>`
    select (select expires_on from state_version where id = 'due' and version = 1) as was, modified_on as modified
    from state_version where id = 'due' and version = 2`;
  expect(ended?.modified).toBe(ended?.was);
});

test('a save that says nothing of the expiry leaves it as it was, one that does counts from itself', async () => {
  const { state } = fixture;
  const store = newStore();
  const made = await state.save(store, input({ id: 'kept', value: 1, ttlInSeconds: 100 }), ada);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const again = await state.save(store, input({ id: 'kept', value: 2 }), ada);
  expect([again.expiresOn, again.lastModifiedOn > made.lastModifiedOn]).toEqual([made.expiresOn, true]);
  const renewed = await state.save(store, input({ id: 'kept', value: 3, ttlInSeconds: 100 }), ada);
  expect(Date.parse(renewed.expiresOn ?? '') - Date.parse(renewed.lastModifiedOn)).toBe(100_000);
});

test('a receipt whose version has gone cannot be undone', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'old', value: 1 }), ada);
  const { receipt } = await state.delete(entry(store, 'old'), {}, ada);
  await database`delete from state_version where id = 'old'`;
  await expect(state.undo(store, receipt ?? '', ada)).rejects.toMatchObject({ code: 'ReceiptOutdated' });
});

test('housekeeping does its jobs by itself, in two processes at once, and stops', async () => {
  const { state, database } = fixture;
  const troubles: Error[] = [];
  const store = newStore();
  const ids = Array.from({ length: 40 }, (_, n) => `kept-${n}`);
  await state.bulkSave(
    store,
    ids.map((id) => input({ id, value: 1, ttlInSeconds: 100 })),
    ada,
  );
  await database`update state_entry set expires_on = now() - interval '1 second' where id like 'kept-%'`;
  const keepers = [1, 2].map(() => startStateHousekeeping({ database, onTrouble: (error) => troubles.push(error) }));
  await expect
    .poll(async () => (await database`select from state_entry where id like 'kept-%'`).length, { timeout: 10_000 })
    .toBe(0);
  await expect.poll(async () => (await database`select from state_store_change`).length, { timeout: 10_000 }).toBe(0);
  await Promise.all(keepers.map((keeper) => keeper.stop()));
  expect(troubles).toEqual([]);
  expect((await state.getStore(store)).entryCount).toBe(0);
});

test('who read and wrote an entry is told from its steps, newest first, and forgotten with time', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'seen', value: 1 }), ada);
  await database`insert into task (key, id, type, created_by, modified_by, tags, queue, priority)
    overriding system value values (77, 'order-77', 'order', 'ada', 'ada', '{}', 'default', 0)`;
  await database`insert into step (task_key, run_count, sequence, name, kind, status, started_on)
    select 77, 1, n, 'save it ' || n, 'state', 'succeeded', now() from generate_series(0, 2) n`;
  await database`insert into state_access (task_key, run_count, sequence, store_key, id, access, version, occurred_on)
    select 77, 1, n, s.key, 'seen', (array['read', 'write', 'delete'])[n + 1], nullif(n, 0), now() - (n || ' hours')::interval
    from generate_series(0, 2) n, state_store s where s.name = ${store.storeName}`;
  const first = await state.listAccess(entry(store, 'seen'), { maxPageSize: 2 });
  expect(first.value).toMatchObject([
    { taskId: 'order-77', taskType: 'order', runCount: 1, sequence: 0, stepName: 'save it 0', access: 'read' },
    { sequence: 1, access: 'write', version: 1 },
  ]);
  const second = await state.listAccess(entry(store, 'seen'), {
    maxPageSize: 2,
    continuationToken: first.continuationToken,
  });
  expect(second.value.map(({ sequence }) => sequence)).toEqual([2]);
  await database`insert into state_access (task_key, run_count, sequence, store_key, id, access)
    select 77, 1, 0, s.key, 'another', 'read' from state_store s where s.name = ${store.storeName}`;
  const all = await state.listAccess(entry(store, 'seen'), { maxPageSize: 3 });
  expect([all.value.map(({ sequence }) => sequence), all.continuationToken]).toEqual([[0, 1, 2], undefined]);
  await walkAccess(3_660_000);
  expect((await state.listAccess(entry(store, 'seen'), { maxPageSize: 9 })).value).toHaveLength(2);
  await walkAccess(1_800_000);
  expect((await state.listAccess(entry(store, 'seen'), { maxPageSize: 9 })).value).toHaveLength(1);
});

test('a version is never removed before the versions that its pointers cover, whatever the clock was then', async () => {
  const { state, database } = fixture;
  const store = newStore();
  const versionsOf = async () =>
    (await state.listVersions(entry(store, 'back'), stateVersionListQuery.parse({ includeValue: 'true' }))).value;
  await state.save(store, input({ id: 'back', value: { pin: 4711 } }), ada);
  await state.save(store, input({ id: 'back', value: { pin: 4711 }, sensitive: ['/pin'] }), ada);
  await state.save(store, input({ id: 'back', value: {}, sensitive: [] }), ada);
  expect((await versionsOf()).map(({ version, sensitive }) => [version, sensitive])).toEqual([
    [3, undefined],
    [2, ['/pin']],
    [1, ['/pin']],
  ]);
  await database`
    update state_version set superseded_on = now() - interval '3 days' where id = 'back' and version = 2`; // set back
  await sweepVersions(database, 24 * 3_600_000);
  expect((await versionsOf()).map(({ version }) => version)).toEqual([3]);
});
