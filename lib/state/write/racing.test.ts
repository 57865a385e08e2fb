import { beforeAll, expect, test } from 'vitest';
import { stateVersionListQuery } from '#contract';
import { committingWith, inTransaction } from '#database';
import { started } from '../../contract/testing/started.ts';
import { createState } from '../create-state.ts';
import { knownStores } from '../stores/stores.ts';
import { ada, entry, input, newStore, type StateFixture, startState } from '../testing/state-fixture.ts';
import { upsertOf } from './mutation.ts';
import { stateWriting } from './write-mutations.ts';

const fixture = started(startState, 'end');
/** Acts as another process: a second state over the same database. */
let other: StateFixture['state'];
beforeAll(async () => {
  other = createState({ database: fixture.database });
});

test('of two saves with the same condition one wins, whichever process they come through', async () => {
  const { state } = fixture;
  const store = newStore();
  let { etag } = await state.save(store, input({ id: 'a', value: 0 }), ada);
  for (let round = 1; round <= 20; round++) {
    const saves = [state, other, state, other].map((through, who) =>
      through.save(store, input({ id: 'a', value: who, ifMatch: etag }), ada),
    );
    const results = await Promise.allSettled(saves);
    const won = results.filter((result) => result.status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'PreconditionFailed' });
    expect(won[0]?.value.version).toBe(round + 1);
    etag = won[0]?.value.etag ?? '';
  }
});

test('counters that several processes raise at once lose no step', async () => {
  const { state } = fixture;
  const store = newStore();
  const raise = async (through: typeof state) => {
    for (;;) {
      const now = await through.get(entry(store, 'n')).catch(() => undefined);
      const condition = now === undefined ? { ifNoneMatch: '*' as const } : { ifMatch: now.etag };
      const saved = await through
        .save(store, input({ id: 'n', value: Number(now?.value ?? 0) + 1, ...condition }), ada)
        .catch((error: { code?: string }) => {
          if (error.code === 'PreconditionFailed' || error.code === 'StateAlreadyExists') return undefined;
          throw error;
        });
      if (saved !== undefined) return;
    }
  };
  await Promise.all(Array.from({ length: 24 }, (_, at) => raise(at % 2 === 0 ? state : other)));
  expect(await state.get(entry(store, 'n'))).toMatchObject({ value: 24, version: 24 });
});

test('many who make, replace and delete the same entries at once: versions count without gap or repetition', async () => {
  const { state } = fixture;
  const store = newStore();
  const ids = ['a', 'b', 'c'];
  const act = async (who: number) => {
    const through = who % 2 === 0 ? state : other;
    for (let round = 0; round < 8; round++) {
      const id = ids[(who + round) % 3] ?? 'a';
      if ((who + round) % 4 === 0) await through.delete(entry(store, id), {}, ada);
      else if (round % 3 === 0)
        await through.transaction(
          store,
          { upserts: ids.map((each) => input({ id: each, value: who })).reverse(), deletes: [] },
          ada,
        );
      else await through.save(store, input({ id, value: who }), ada);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, who) => act(who)));
  for (const id of ids) {
    const { value } = await state.listVersions(entry(store, id), stateVersionListQuery.parse({ maxPageSize: 1000 }));
    const versions = value.map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, at) => versions.length - at));
  }
});

test('entries are locked in the order of their ids, whatever order they come in', async () => {
  const { state, database } = fixture;
  const store = newStore();
  for (const id of ['a', 'b', 'c']) await state.save(store, input({ id, value: 0 }), ada);
  const idsFree = async () => {
    const rows = await database<{ id: string }[]>`
      select id from state_entry where store_key = (select key from state_store where name = ${store.storeName})
      order by id for update skip locked`;
    return rows.map(({ id }) => id);
  };
  const isWaiting = async () => {
    const rows = await database`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%write_state%'`;
    return rows.length;
  };
  let writing: Promise<unknown> = Promise.resolve();
  await database.begin(async (transaction) => {
    await transaction`
      select from state_entry where id = 'b'
        and store_key = (select key from state_store where name = ${store.storeName}) for update`;
    const upserts = ['c', 'b', 'a'].map((id) => input({ id, value: 1 }));
    writing = state.transaction(store, { upserts, deletes: [] }, ada);
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(1);
    expect(await idsFree()).toEqual(['c']);
  });
  await writing;
  expect((await state.bulkGet(store, { ids: ['a', 'b', 'c'] })).value.map(({ value }) => value)).toEqual([1, 1, 1]);
});

test('saves that are committed together are each committed with what their callers add, or refused alone', async () => {
  const { state, database, owner } = fixture;
  const store = newStore();
  await owner`create table noted (what text)`;
  await owner`grant select, insert on noted to public`;
  const save = (id: string, ifMatch?: string) =>
    committingWith(
      (transaction) => transaction`insert into noted (what) values (${id})`,
      () => state.save(store, input({ id, value: id, ifMatch }), ada),
    );
  const failing = committingWith(
    (transaction) => transaction`insert into nowhere (what) values (1)`,
    () => state.save(store, input({ id: 'failing', value: 1 }), ada),
  );
  const results = await Promise.allSettled([save('a'), save('refused', '"1"'), failing, save('b'), save('a')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled']);
  const noted = await database`select what from noted order by what`;
  expect(noted.map(({ what }) => what)).toEqual(['a', 'a', 'b']);
  expect((await state.bulkGet(store, { ids: ['a', 'b', 'refused', 'failing'] })).missing).toEqual([
    'refused',
    'failing',
  ]);
});

test('mutations of several callers go in one transaction of theirs, each judged after those before it', async () => {
  const { state, database } = fixture;
  const [one, two] = [newStore(), newStore()];
  const writing = stateWriting(database);
  const saving = (address: typeof one, id: string, value: number, isNew = false) => ({
    address,
    change: 'save' as const,
    isAtomic: true,
    operations: [{ ...upsertOf(input({ id, value })), isNew }],
    writer: ada,
  });
  const prepared = await writing.prepare([
    saving(one, 'a', 1, true),
    saving(two, 'a', 2),
    saving(one, 'a', 3, true),
    saving(one, 'a', 4),
  ]);
  const outcomes = await inTransaction(database, (transaction) => writing.write(transaction, prepared));
  expect(outcomes).toMatchObject([
    { outcomes: [{ kind: 'saved', state: { version: 1 } }] },
    { outcomes: [{ kind: 'saved', state: { version: 1 } }] },
    { outcomes: [{ kind: 'refused' }], failures: [{ code: 'StateAlreadyExists' }] },
    { outcomes: [{ kind: 'saved', state: { version: 2 }, previousVersion: 1 }] },
  ]);
  expect((await state.get(entry(one, 'a'))).value).toBe(4);
  await expect(state.undo(one, outcomes[0]?.receipt ?? '', ada)).rejects.toMatchObject({ code: 'ReceiptOutdated' });

  await expect(
    inTransaction(database, async (transaction) => {
      await writing.write(transaction, await writing.prepare([saving(two, 'a', 9)]));
      throw new Error('the caller changed its mind');
    }),
  ).rejects.toThrow('changed its mind');
  expect((await state.get(entry(two, 'a'))).value).toBe(2);
});

test('what would be made of nothing meets the schema only where there is nothing', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.setPolicy(store, { schema: { type: 'object' } });
  await state.save(store, input({ id: 'there', value: {} }), ada);
  const writing = stateWriting(database);
  const operations = ['there', 'nowhere'].map((id) => ({
    kind: 'upsert' as const,
    id,
    valueIfNew: null,
    tags: { t: id },
  }));
  const prepared = await writing.prepare([
    { address: store, change: 'upload', isAtomic: false, operations, writer: ada },
  ]);
  const [done] = await inTransaction(database, (transaction) => writing.write(transaction, prepared));
  expect(done?.outcomes).toMatchObject([
    { kind: 'saved', state: { tags: { t: 'there' } } },
    { kind: 'refused', failure: { code: 'StateSchemaViolation' } },
  ]);
  expect((await state.get(entry(store, 'there'))).value).toEqual({});
});

test('a write gives up when the policy of its store is another one each time', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'a', value: 1 }), ada);
  const known = knownStores(database);
  let reloads = 0;
  const writing = stateWriting(database, {
    ...known,
    reload: async (...given) => {
      reloads += 1;
      const reloaded = await known.reload(...given);
      return reloaded && { ...reloaded, policyVersion: -1 };
    },
  });
  const operations = [upsertOf(input({ id: 'a', value: 2 }))];
  const [prepared] = await writing.prepare([
    { address: store, change: 'save', isAtomic: true, operations, writer: ada },
  ]);
  if (prepared?.store === undefined) throw new Error('the store exists');
  const outdated = { ...prepared, store: { ...prepared.store, policyVersion: -1 } };
  await expect(database.begin((transaction) => writing.write(transaction, [outdated]))).rejects.toMatchObject({
    code: '40001',
    message: expect.stringContaining('the policy was changed'),
  });
  expect(reloads).toBe(10);
  await expect(inTransaction(database, (transaction) => writing.write(transaction, [outdated]))).rejects.toThrow(
    'the policy was changed',
  );
  expect(reloads).toBeGreaterThan(20); // the whole transaction was repeated
});
