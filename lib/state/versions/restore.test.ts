import { describe, expect, test } from 'vitest';
import { stateVersionListQuery } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';

const fixture = started(startState, 'end');

const bob = { ...ada, id: 'op2', name: 'bob@example.org' };

describe('a restore under a condition', () => {
  test('is refused over another entity tag than the entry has, and changes nothing', async () => {
    const { state } = fixture;
    for (const keepsMarks of [false, true]) {
      const store = newStore();
      const restore = (ifMatch: string) => state.restore(entry(store, 'a'), 1, { ifMatch, keepsMarks }, ada);
      const first = await state.save(store, input({ id: 'a', value: 1 }), ada);
      const second = await state.save(store, input({ id: 'a', value: 2 }), ada);
      await expect(restore(first.etag)).rejects.toMatchObject({
        code: 'PreconditionFailed',
        failures: [{ id: 'a', currentEtag: second.etag }],
      });
      expect(await state.get(entry(store, 'a'))).toMatchObject({ value: 2, etag: second.etag });
      expect(await restore(second.etag)).toMatchObject({ value: 1 });
    }
  });

  test('is refused where the entry is not there any more', async () => {
    const { state } = fixture;
    const store = newStore();
    const { etag } = await state.save(store, input({ id: 'a', value: 1 }), ada);
    await state.delete(entry(store, 'a'), {}, ada);
    await expect(state.restore(entry(store, 'a'), 1, { ifMatch: etag }, ada)).rejects.toMatchObject({
      code: 'PreconditionFailed',
    });
  });
});

test('a version brings back all that it was: value, tags, content type, sensitive pointers, whether it takes a blob', async () => {
  const { state } = fixture;
  const store = newStore();
  const first = { contentType: 'application/geo+json', tags: { a: 'b' }, sensitive: ['/s'], hasBlob: true };
  await state.save(store, input({ id: 'a', value: { s: 1 }, ...first }), ada);
  const second = { contentType: 'application/json', tags: { c: 'd' }, sensitive: ['/t'], hasBlob: false };
  await state.save(store, input({ id: 'a', value: { t: 2 }, ...second }), bob);
  const restored = await state.restore(entry(store, 'a'), 1, {}, bob);
  expect(restored).toMatchObject({ value: { s: 1 }, ...first, version: 3, createdBy: ada, lastModifiedBy: bob });
  expect((await state.get(entry(store, 'a'))).lastModifiedBy).toEqual(bob);
  const again = await state.restore(entry(store, 'a'), 2, {}, ada);
  expect(again).toMatchObject({ value: { t: 2 }, ...second, version: 4, createdBy: ada, lastModifiedBy: ada });
  const { etag, lastModifiedBy } = await state.get(entry(store, 'a'));
  expect([etag, lastModifiedBy]).toEqual([again.etag, ada]);
});

describe('the expiry of a restored version', () => {
  /** An entry of two versions. The first expires after this time, the second never. */
  async function twoVersions(id: string, ttlInSeconds: number) {
    const store = newStore();
    const { expiresOn } = await fixture.state.save(store, input({ id, value: 1, ttlInSeconds }), ada);
    await fixture.state.save(store, input({ id, value: 2, ttlInSeconds: -1 }), ada);
    return { store, address: entry(store, id), expiresOn };
  }

  test('is the very time that it had, where that is still to come', async () => {
    const { address, expiresOn } = await twoVersions('to-come', 500);
    expect((await fixture.state.restore(address, 1, {}, ada)).expiresOn).toBe(expiresOn);
    expect(await fixture.state.restore(address, 2, {}, ada)).not.toHaveProperty('expiresOn');
  });

  test('is none where that time has passed: it is to be there again', async () => {
    const { address } = await twoVersions('passed', 500);
    await fixture.database`
      update state_version set expires_on = now() - interval '1 second' where id = 'passed' and version = 1`;
    expect(await fixture.state.restore(address, 1, {}, ada)).not.toHaveProperty('expiresOn');
    expect((await fixture.state.get(address)).value).toBe(1);
  });

  test('is kept by an undo that brings an entry back after its deletion', async () => {
    const { state } = fixture;
    const store = newStore();
    const { expiresOn } = await state.save(store, input({ id: 'undone', value: 1, ttlInSeconds: 500 }), ada);
    const { receipt } = await state.delete(entry(store, 'undone'), {}, ada);
    expect((await state.undo(store, receipt ?? '', ada)).restored).toMatchObject([{ expiresOn }]);
  });
});

test('what was saved over an expired entry is taken back to nothing', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'over', value: 1, ttlInSeconds: 100 }), ada);
  await database`update state_entry set expires_on = now() - interval '1 second' where id = 'over'`;
  const saved = await state.save(store, input({ id: 'over', value: 2 }), bob);
  expect(saved).toMatchObject({ createdBy: bob, version: 3 });
  expect(await state.undo(store, saved.receipt ?? '', ada)).toMatchObject({ removed: ['over'], restored: [] });
  await expect(state.get(entry(store, 'over'))).rejects.toMatchObject({ code: 'StateNotFound' });
});

test('all that a transaction changed has one entity tag, its deletions too', async () => {
  const { state } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'gone', value: 1 }), ada);
  const { upserted } = await state.transaction(
    store,
    { upserts: [input({ id: 'made', value: 1 })], deletes: [{ id: 'gone' }] },
    bob,
  );
  expect(await state.getVersion(entry(store, 'gone'), 2)).toMatchObject({
    change: 'delete',
    etag: upserted[0]?.etag,
    lastModifiedBy: bob,
  });
});

test('a page of versions holds no more bytes of values than its limit', async () => {
  const { state } = fixture;
  const store = newStore();
  const four = 'x'.repeat(4 * 1024 * 1024 - 2);
  for (let count = 0; count < 5; count++) await state.save(store, input({ id: 'large', value: four }), ada);
  const address = entry(store, 'large');
  const first = await state.listVersions(address, stateVersionListQuery.parse({ includeValue: 'true' }));
  expect(first.value.map(({ version }) => version)).toEqual([5, 4, 3, 2]);
  const { continuationToken } = first;
  const rest = await state.listVersions(
    address,
    stateVersionListQuery.parse({ includeValue: 'true', continuationToken }),
  );
  expect(rest.value.map(({ version }) => version)).toEqual([1]);
  expect(rest).not.toHaveProperty('continuationToken');
  expect((await state.listVersions(address, stateVersionListQuery.parse({}))).value).toHaveLength(5);
});

test('a version that holds a redaction marker as its value is restored as it was', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'old', value: { s: 1 } }), ada);
  await state.save(store, input({ id: 'old', value: { s: 2 } }), ada);
  await database`update state_version set value = '{"s":{"$redacted":true}}' where id = 'old' and version = 1`;
  expect((await state.restore(entry(store, 'old'), 1, {}, ada)).value).toEqual({ s: { $redacted: true } });
});
