import { beforeAll, expect, test } from 'vitest';
import { limits, type StorePolicy, storeListQuery } from '#contract';
import { inTransaction } from '#database';
import { started } from '../../contract/testing/started.ts';
import type { State } from '../create-state.ts';
import { createState } from '../create-state.ts';
import type { StoreAddress } from '../records.ts';
import { ada, entry, input, newStore, startState } from '../testing/state-fixture.ts';
import { upsertOf } from '../write/mutation.ts';
import { stateWriting } from '../write/write-mutations.ts';

const fixture = started(startState, 'end');
/** Acts as another process, which reads a policy only when it needs it. */
let other: State;
beforeAll(async () => {
  other = createState({ database: fixture.database });
});

async function storeWith(policy: StorePolicy): Promise<StoreAddress> {
  const store = newStore();
  await fixture.state.setPolicy(store, policy);
  return store;
}

test('a policy is set, read and taken away; a store may begin with it', async () => {
  const { state } = fixture;
  const policy = { defaultTtlInSeconds: 60, maximumBlobBytes: 5, acceptsBlobs: true };
  const store = await storeWith(policy);
  expect(await state.getStore(store)).toMatchObject({ name: store.storeName, entryCount: 0, policy });
  expect(await state.setPolicy(store, {})).not.toHaveProperty('policy');
});

test.each<StorePolicy['schema']>([
  { pattern: '(' },
  { properties: { a: { pattern: '(' } } },
  { properties: { a: { items: { patternProperties: { '(': {} } } } } },
  { properties: { a: { $ref: '#/$defs/none' } } },
  { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
])('the schema %j cannot be used, and is not set', async (schema) => {
  const store = newStore();
  await expect(fixture.state.setPolicy(store, { schema })).rejects.toMatchObject({
    code: 'InvalidRequest',
    details: [{ pointer: '/schema' }],
  });
  await expect(fixture.state.getStore(store)).rejects.toMatchObject({ code: 'StoreNotFound' });
});

test.each([
  [{ type: 'nonsense' }, '/schema/type'],
  [{ properties: { a: null } }, '/schema/properties/a'],
  [{ minimum: '1' }, '/schema/minimum'],
  [{ properties: { a: { enum: 5 } } }, '/schema/properties/a/enum'],
  [{ properties: { a: { required: 5 } } }, '/schema/properties/a/required'],
])('%j is no schema: it is told where', async (schema, pointer) => {
  await expect(fixture.state.setPolicy(newStore(), { schema })).rejects.toMatchObject({
    code: 'InvalidRequest',
    message: expect.stringContaining(pointer),
  });
});

test('a pattern that never comes to an end on a value refuses it, in bounded time', async () => {
  const store = await storeWith({ schema: { type: 'string', pattern: '^(a+)+$' } });
  await fixture.state.save(store, input({ id: 'a', value: 'aaaa' }), ada);
  const startedAt = performance.now();
  const bad = fixture.state.save(store, input({ id: 'b', value: `${'a'.repeat(60)}!` }), ada);
  await expect(bad).rejects.toMatchObject({
    code: 'StateSchemaViolation',
    message: expect.stringContaining('takes longer than 1000 ms'),
  });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  await fixture.state.save(store, input({ id: 'c', value: 'aaaa' }), ada);
});

test('a stored schema that shows only with a value that it is none lets nothing by', async () => {
  const store = await storeWith({ schema: {} });
  await fixture.database`
    update state_store set policy = '{"schema":{"properties":{"a":null}}}', policy_version = policy_version + 1
    where name = ${store.storeName}`;
  await fixture.state.save(store, input({ id: 'a', value: { b: 1 } }), ada);
  const bad = fixture.state.save(store, input({ id: 'a', value: { a: 1 } }), ada);
  await expect(bad).rejects.toMatchObject({ code: 'StateSchemaViolation', message: expect.stringContaining('broken') });
});

test('a schema may refer to itself', async () => {
  const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } };
  const store = await storeWith({ schema: tree });
  await fixture.state.save(store, input({ id: 'a', value: { children: [{ children: [] }] } }), ada);
  const bad = fixture.state.save(store, input({ id: 'b', value: { children: [{ children: [1] }] } }), ada);
  await expect(bad).rejects.toMatchObject({ code: 'StateSchemaViolation' });
});

test('a schema is met by all that is saved; a violation says where, and nothing of what is sensitive', async () => {
  const { state } = fixture;
  const store = await storeWith({
    schema: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, 'a/b': { maximum: 5 }, secret: { maximum: 5 } },
    },
    sensitive: ['/secret'],
  });
  await state.save(store, input({ id: 'good', value: { name: 'x' } }), ada);
  const bad = state.save(store, input({ id: 'a', value: { 'a/b': 7, secret: 12345 } }), ada);
  await expect(bad).rejects.toMatchObject({
    code: 'StateSchemaViolation',
    failures: [{ code: 'StateSchemaViolation', id: 'a', index: 0 }],
    details: expect.arrayContaining([
      { pointer: '/value', message: expect.stringContaining('"name"') },
      { pointer: '/value/a~1b', message: expect.stringContaining('7') },
      { pointer: '/value/secret', message: expect.not.stringContaining('12345') },
    ]),
  });
  const transaction = state.transaction(
    store,
    {
      upserts: [input({ id: 'a', value: { name: 'x' } }), input({ id: 'b', value: { name: 1n << 70n } })],
      deletes: [],
    },
    ada,
  );
  await expect(transaction).rejects.toMatchObject({
    failures: [{ index: 1, id: 'b' }],
    details: [{ pointer: '/upserts/1/value/name' }],
  });
  const { outcomes } = await state.bulkSave(
    store,
    [input({ id: 'c', value: 1 }), input({ id: 'd', value: { name: '' } })],
    ada,
  );
  expect(outcomes).toMatchObject([{ failure: { code: 'StateSchemaViolation' } }, { state: { id: 'd' } }]);
  await state.setPolicy(store, { schema: { type: 'number' } });
  await state.save(store, input({ id: 'good', value: 1 }), ada);
  await expect(state.restore(entry(store, 'good'), 1, {}, ada)).rejects.toMatchObject({ code: 'StateSchemaViolation' });
});

test('a schema has a maximum size', async () => {
  const large = { enum: ['x'.repeat(limits.schemaBytes)] };
  await expect(storeWith({ schema: large })).rejects.toMatchObject({
    code: 'PayloadTooLarge',
    message: expect.stringContaining(`the limit (schemaBytes) is ${limits.schemaBytes}`),
    details: [{ pointer: '/schema', message: expect.stringContaining('schemaBytes') }],
  });
});

test('a policy that another process has set holds at once', async () => {
  const { state } = fixture;
  const store = newStore();
  await other.save(store, input({ id: 'a', value: 'text' }), ada);
  await state.setPolicy(store, { schema: { type: 'number' }, sensitive: [''] });
  await expect(other.save(store, input({ id: 'a', value: 'more' }), ada)).rejects.toMatchObject({
    code: 'StateSchemaViolation',
  });
  expect((await other.save(store, input({ id: 'a', value: 1 }), ada)).sensitive).toEqual(['']);
  expect((await other.get(entry(store, 'a'))).sensitive).toEqual(['']);
  const { value } = await other.listStores('', storeListQuery.parse({ search: store.storeName }));
  expect(value).toMatchObject([{ policy: { sensitive: [''] } }]);
});

test('where a condition is required, what exists is changed under one alone', async () => {
  const { state } = fixture;
  const store = await storeWith({ isConditionRequired: true });
  const made = await state.save(store, input({ id: 'a', value: 1 }), ada);
  const required = { code: 'ConditionRequired', failures: [{ currentEtag: made.etag }] };
  await expect(state.save(store, input({ id: 'a', value: 2 }), ada)).rejects.toMatchObject(required);
  await expect(state.delete(entry(store, 'a'), {}, ada)).rejects.toMatchObject(required);
  await expect(state.restore(entry(store, 'a'), 1, {}, ada)).rejects.toMatchObject(required);
  const changed = await state.save(store, input({ id: 'a', value: 2, ifMatch: made.etag }), ada);
  expect((await state.undo(store, changed.receipt ?? '', ada)).restored).toMatchObject([{ value: 1 }]);
  expect(await state.delete(entry(store, 'b'), {}, ada)).toEqual({ isDeleted: false });
});

test('a new entry gets the default time to live, unless it says otherwise', async () => {
  const { state } = fixture;
  const store = await storeWith({ defaultTtlInSeconds: 100 });
  const lifetime = ({ createdOn, expiresOn }: { createdOn: string; expiresOn?: string | undefined }) =>
    expiresOn === undefined ? undefined : (Date.parse(expiresOn) - Date.parse(createdOn)) / 1000;
  expect(lifetime(await state.save(store, input({ id: 'a', value: 1 }), ada))).toBe(100);
  expect(lifetime(await state.save(store, input({ id: 'b', value: 1, ttlInSeconds: 7 }), ada))).toBe(7);
  expect(lifetime(await state.save(store, input({ id: 'c', value: 1, ttlInSeconds: -1 }), ada))).toBeUndefined();
  await state.save(store, input({ id: 'a', value: 1, ttlInSeconds: -1 }), ada);
  expect(lifetime(await state.save(store, input({ id: 'a', value: 2 }), ada))).toBeUndefined();
});

test('a store that accepts no blobs has no entry that accepts one', async () => {
  const store = await storeWith({ acceptsBlobs: false });
  await expect(fixture.state.save(store, input({ id: 'a', value: 1, hasBlob: true }), ada)).rejects.toMatchObject({
    code: 'BlobNotAccepted',
  });
});

const marker = { $redacted: true };

test('markers at sensitive pointers keep what is stored; elsewhere they are refused', async () => {
  const { state } = fixture;
  const store = await storeWith({ sensitive: ['/policy'] });
  const stored = { own: { deep: 1n << 60n }, policy: [1, 2], free: 'x' };
  await state.save(store, input({ id: 'a', value: stored, sensitive: ['/own'] }), ada);
  const saved = await state.save(store, input({ id: 'a', value: { own: marker, policy: marker, free: 'y' } }), ada);
  expect(saved.value).toEqual({ ...stored, free: 'y' });
  for (const [value, pointer] of [
    [{ own: marker, free: marker }, '/value/free'],
    [{ own: { deep: marker } }, '/value/own/deep'],
    [{ own: 1, more: marker }, '/value/more'],
    [marker, '/value'],
  ] as const)
    await expect(state.save(store, input({ id: 'a', value }), ada)).rejects.toMatchObject({
      code: 'InvalidRequest',
      details: [{ pointer }],
    });
  expect((await state.get(entry(store, 'a'))).value).toEqual({ ...stored, free: 'y' });
  const made = state.save(store, input({ id: 'new', value: { own: marker }, sensitive: ['/own'] }), ada);
  await expect(made).rejects.toMatchObject({ code: 'InvalidRequest' });
});

test('a marker keeps what is stored wherever it lies, and each only its own', async () => {
  const { state } = fixture;
  const store = newStore();
  const stored = { list: [{ s: 1 }, { s: 2 }], deep: { er: { s: 3 } } };
  const sensitive = ['/list/0/s', '/list/1/s', '/deep/er/s'];
  await state.save(store, input({ id: 'a', value: stored, sensitive }), ada);
  const value = { list: [{ s: 'new' }, { s: marker }], deep: { er: { s: marker } } };
  expect((await state.save(store, input({ id: 'a', value }), ada)).value).toEqual({
    list: [{ s: 'new' }, { s: 2 }],
    deep: { er: { s: 3 } },
  });
});

test('a marker brings nothing back from an entry that has expired', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'lapsed', value: { s: 'old' }, sensitive: ['/s'], ttlInSeconds: 100 }), ada);
  await database`update state_entry set expires_on = now() - interval '1 second' where id = 'lapsed'`;
  const made = state.save(store, input({ id: 'lapsed', value: { s: marker }, sensitive: ['/s'] }), ada);
  await expect(made).rejects.toMatchObject({ code: 'InvalidRequest', details: [{ pointer: '/value/s' }] });
});

test('a value is as large as what its markers stand for', async () => {
  const { state } = fixture;
  const store = newStore();
  const half = 'x'.repeat(limits.stateValueBytes / 2);
  await state.save(store, input({ id: 'a', value: { s: half }, sensitive: ['/s'] }), ada);
  await expect(state.save(store, input({ id: 'a', value: { s: marker, t: half } }), ada)).rejects.toMatchObject({
    code: 'PayloadTooLarge',
  });
  expect((await state.get(entry(store, 'a'))).version).toBe(1);
});

test('an entry that was made between the look for its markers and the write is looked at again', async () => {
  const { state, database } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'other', value: 1 }), ada);
  const writing = stateWriting(database);
  const given = { ...upsertOf(input({ id: 'raced', value: { s: marker } })), sensitive: ['/s'] };
  const prepared = await writing.prepare([
    { address: store, change: 'save', isAtomic: true, operations: [given], writer: ada },
  ]);
  const made = input({ id: 'raced', value: { s: 'hidden' }, sensitive: ['/s'] });
  const write = database.begin((transaction) => {
    /** Like the transaction, but another writer creates the entry just before `write_state` is called. */
    const raced = new Proxy(transaction, {
      apply: (target, self, [parts, ...values]: [TemplateStringsArray, ...unknown[]]) =>
        parts.join('').includes('write_state')
          ? state.save(store, made, ada).then(() => Reflect.apply(target, self, [parts, ...values]))
          : Reflect.apply(target, self, [parts, ...values]),
    });
    return writing.write(raced, prepared);
  });
  await expect(write).rejects.toMatchObject({ code: '40001' });
  const [saved] = await inTransaction(database, (transaction) => writing.write(transaction, prepared));
  expect(saved?.outcomes).toMatchObject([{ kind: 'saved', state: { value: { s: 'hidden' } } }]);
});

test('who gives a marker back cannot lay open what it stands for', async () => {
  const { state } = fixture;
  const store = newStore();
  const given = input({ id: 'a', value: { s: 'hidden', t: 'hidden too' }, sensitive: ['/s', '/t'] });
  await state.save(store, given, ada);
  const saved = await state.save(store, input({ id: 'a', value: { s: marker, t: 'now open' }, sensitive: [] }), ada);
  expect(saved).toMatchObject({ value: { s: 'hidden', t: 'now open' }, sensitive: ['/s'] });
});

test('what is said of a part of something sensitive names no value either', async () => {
  const inner = { type: 'object', properties: { inner: { maximum: 5 }, other: { maximum: 5 } } };
  const store = await storeWith({ schema: { properties: { secret: inner, secrets: inner } }, sensitive: ['/secret'] });
  const value = { secret: { inner: 12345 }, secrets: { inner: 67890 } };
  await expect(fixture.state.save(store, input({ id: 'a', value }), ada)).rejects.toMatchObject({
    details: expect.arrayContaining([
      { pointer: '/value/secret/inner', message: "does not meet the schema's maximum" },
      { pointer: '/value/secrets/inner', message: expect.stringContaining('67890') },
    ]),
  });
  await expect(
    fixture.state.save(store, input({ id: 'a', value: { secrets: { inner: 67890 } }, sensitive: [''] }), ada),
  ).rejects.toMatchObject({ message: expect.not.stringContaining('67890') });
});

test('what a marker stands for is not checked against the schema, which would tell it; the rest of the value is', async () => {
  const { state } = fixture;
  const store = newStore();
  await state.save(store, input({ id: 'a', value: { s: 'text' }, sensitive: ['/s'] }), ada);
  await state.setPolicy(store, { schema: { properties: { s: { type: 'number' } } } });
  expect((await state.save(store, input({ id: 'a', value: { s: marker } }), ada)).value).toEqual({ s: 'text' });
  await state.setPolicy(store, { schema: { properties: { s: { type: 'string' }, n: { type: 'number' } } } });
  expect((await state.save(store, input({ id: 'a', value: { s: marker, n: 1 } }), ada)).value).toMatchObject({ n: 1 });
  await expect(state.save(store, input({ id: 'a', value: { s: marker, n: 'x' } }), ada)).rejects.toMatchObject({
    code: 'StateSchemaViolation',
    details: [{ pointer: '/value/n' }],
  });
});
