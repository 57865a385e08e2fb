import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type JsonValue, stringifyJson } from '#contract';
import type { StateClient } from '../index.ts';
import { type RealService, startRealService } from '../testing/real-service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // a machine may be busy

let service: RealService;
let state: StateClient;
beforeAll(async () => {
  service = await startRealService();
  state = service.connect().getStateClient();
});
afterAll(() => service[Symbol.asyncDispose]());

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

test('an entry is saved, read, conditioned, deleted, and brought back', async () => {
  const saved = await state.saveStateAsync('orders', { id: '2026/1042', value: { total: 9007199254740993n } });
  expect(saved).toMatchObject({ storeName: 'orders', version: 1, hasBlob: false, createdBy: { kind: 'operator' } });
  expect(await state.getStateAsAsync('orders/2026/1042')).toEqual({ total: 9007199254740993n });
  await expect(state.saveStateAsync('orders', { id: '2026/1042', value: 1, ifNoneMatch: '*' })).rejects.toMatchObject({
    code: 'StateAlreadyExists',
    statusCode: 409,
    currentEtag: saved.etag,
  });
  const next = await state.saveStateAsync('orders', { id: '2026/1042', value: 2, ifMatch: saved.etag });
  await expect(
    state.saveStateAsync('orders', { id: '2026/1042', value: 3, ifMatch: saved.etag }),
  ).rejects.toMatchObject({ code: 'PreconditionFailed', currentEtag: next.etag });
  await expect(state.getStateAsync(next, { ifNoneMatch: next.etag })).rejects.toMatchObject({ code: 'NotModified' });
  expect(await state.getStateAsync(next, { includeValue: false })).not.toHaveProperty('value');

  const { receipt = '' } = await state.deleteStateAsync(next, { ifMatch: next.etag });
  await expect(state.getStateAsync(next)).rejects.toMatchObject({ code: 'StateNotFound', statusCode: 404 });
  expect(await state.deleteStateAsync(next)).toEqual({});
  const undone = await state.undoStateAsync('orders', receipt);
  expect(undone.restored).toMatchObject([{ id: '2026/1042', value: 2 }]);
  await expect(state.undoStateAsync('orders', receipt)).rejects.toMatchObject({ code: 'ReceiptOutdated' });
  const versions = await Array.fromAsync(state.listStateVersionsAsync(next));
  expect(versions.map(({ version, change, isCurrent }) => [version, change, isCurrent])).toEqual([
    [4, 'undo', true],
    [3, 'delete', false],
    [2, 'save', false],
    [1, 'save', false],
  ]);
  expect(await state.getStateVersionAsync(next, 1)).toMatchObject({ value: { total: 9007199254740993n } });
  expect(await state.restoreStateAsync('orders', '2026/1042', 1)).toMatchObject({
    version: 5,
    value: { total: 9007199254740993n },
  });
});

test.each(['a b', '../..', '%2F', 'a//b/', '?x=1#y', 'é🚀', '"quoted\'', '\\', 'x'.repeat(512)])(
  'an entry called %j is that one, however it is addressed',
  async (id) => {
    const saved = await state.saveStateAsync('odd', { id, value: id });
    expect(saved.id).toBe(id);
    for (const read of [state.getStateAsync('odd', id), state.getStateAsync(`odd/${id}`), state.getStateAsync(saved)])
      expect((await read).value).toBe(id);
    expect((await state.listStateVersionsAsync('odd', id).next()).value).toMatchObject({ id, version: 1 });
    await state.deleteStateAsync(`odd/${id}`);
    await expect(state.getStateAsync('odd', id)).rejects.toMatchObject({ code: 'StateNotFound' });
  },
);

test('whatever JSON goes in comes back', async () => {
  const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(
        fc.constant(null),
        fc.boolean(),
        fc.double({ noDefaultInfinity: true, noNaN: true }),
        fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }),
        fc.string({ unit: 'grapheme' }),
      ),
      fc.array(tie('value')),
      fc.dictionary(fc.string(), tie('value')),
    ),
  })).value;
  await fc.assert(
    fc.asyncProperty(fc.array(json, { minLength: 1, maxLength: 20 }), async (values) => {
      const entries = values.map((value, index) => ({ id: `value/${index}`, value }));
      await state.saveBulkStateAsync('json', { entries });
      const found = await state.getBulkStateAsync('json', { ids: entries.map(({ id }) => id) });
      expect(found.map(({ value }) => stringifyJson(value))).toEqual(values.map((value) => stringifyJson(value)));
    }),
    { numRuns: 25 },
  );
});

test('many entries are saved, listed by page and prefix, read and deleted together', async () => {
  const entries = Array.from({ length: 25 }, (_, n) => ({ id: `${n < 20 ? 'eu' : 'us'}/${n}`, value: n }));
  const saved = await state.saveBulkStateAsync('many', { entries });
  expect(saved.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  const seen: string[] = [];
  for await (const page of state.listStateAsync('many', { prefix: 'eu/' }).byPage({ maxPageSize: 7 }))
    seen.push(...page.map(({ id }) => id));
  expect(seen.toSorted()).toEqual(
    entries
      .slice(0, 20)
      .map(({ id }) => id)
      .toSorted(),
  );
  const { value: top } = await state.listStateAsync('many', { delimiter: '/' }).byPage().next();
  expect(top?.prefixes).toMatchObject([
    { prefix: 'eu/', entryCount: 20, isCountCapped: false },
    { prefix: 'us/', entryCount: 5 },
  ]);
  const numbers = await Array.fromAsync(state.listStateAsAsync<number>('many', { prefix: 'us/' }));
  expect(numbers.toSorted()).toEqual([20, 21, 22, 23, 24]);
  const found = await state.getBulkStateAsync('many', { ids: ['us/24', 'none', 'eu/0'] });
  expect([found.map(({ value }) => value), found.missing]).toEqual([[24, 0], ['none']]);
  const first = saved[0];
  await expect(
    state.saveBulkStateAsync('many', {
      entries: [
        { id: 'eu/0', value: 1, ifMatch: '"0"' },
        { id: 'new', value: 2 },
      ],
    }),
  ).rejects.toMatchObject({
    code: 'BulkSaveFailed',
    currentEtag: first?.etag,
    outcomes: [{ failure: { index: 0, code: 'PreconditionFailed' } }, { state: { id: 'new' } }],
  });
  const deleted = await state.deleteBulkStateAsync('many', {
    deletes: [{ id: 'new' }, { id: 'eu/1', ifMatch: '"0"' }],
  });
  expect(deleted.outcomes).toMatchObject([
    { isDeleted: true },
    { isDeleted: false, failure: { code: 'PreconditionFailed' } },
  ]);
});

test('a transaction is all or nothing, and says which operation is to blame', async () => {
  const [a, b] = await state.saveBulkStateAsync('bank', {
    entries: [
      { id: 'a', value: 10 },
      { id: 'b', value: 0 },
    ],
  });
  const moved = await state.bulkTransactionAsync('bank', {
    upserts: [
      { id: 'a', value: 4, ifMatch: a?.etag ?? '' },
      { id: 'b', value: 6, ifMatch: b?.etag ?? '' },
    ],
    deletes: [{ id: 'c' }],
  });
  expect([...moved]).toMatchObject([{ value: 4 }, { value: 6 }]);
  await expect(
    state.bulkTransactionAsync('bank', {
      upserts: [{ id: 'a', value: 0 }],
      deletes: [{ id: 'b', ifMatch: b?.etag ?? '' }],
    }),
  ).rejects.toMatchObject({
    code: 'PreconditionFailed',
    failures: [{ operation: 'delete', index: 0, id: 'b', currentEtag: moved[1]?.etag }],
  });
  expect(await state.getStateAsAsync('bank/a')).toBe(4);
  await state.undoStateAsync('bank', moved.receipt ?? '');
  expect(await state.getBulkStateAsAsync('bank', { ids: ['a', 'b'] })).toEqual([10, 0]);
});

test('stores tell what they hold and keep to their policy', async () => {
  await state.saveStateAsync('strict', { id: 'a', value: { n: 1 } });
  const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  await state.setStorePolicyAsync('strict', { schema, isConditionRequired: true });
  expect(await state.getStoreAsync('strict')).toMatchObject({ name: 'strict', policy: { schema } });
  const names = await Array.fromAsync(state.listStoresAsync(), ({ name }) => name);
  expect(names).toContain('strict');
  await expect(state.saveStateAsync('strict', { id: 'a', value: { n: 2 } })).rejects.toMatchObject({
    code: 'ConditionRequired',
    statusCode: 428,
  });
  await expect(state.saveStateAsync('strict', { id: 'b', value: { n: 'x' } })).rejects.toMatchObject({
    code: 'StateSchemaViolation',
  });
  await expect(state.listStateAsync('nobody').next()).rejects.toMatchObject({ code: 'StoreNotFound' });
  expect(await Array.fromAsync(state.listStateAccessAsync('strict/a'))).toEqual([]);
});

test('isolated clients see only what is their own', async () => {
  const isolated = service.connect({ isolation: 'isolated' }).getStateClient();
  await state.saveStateAsync('mine', { id: 'x', value: 'shared' });
  await isolated.saveStateAsync('mine', { id: 'x', value: 'isolated' });
  expect([await state.getStateAsAsync('mine/x'), await isolated.getStateAsAsync('mine/x')]).toEqual([
    'shared',
    'isolated',
  ]);
  expect(await Array.fromAsync(isolated.listStoresAsync(), ({ name }) => name)).toEqual(['mine']);
});

test('a blob goes up from anywhere and comes down anywhere, byte for byte', async () => {
  const bytes = randomBytes(3_000_000);
  const source = join(service.folder, 'source "1".bin');
  const target = join(service.folder, 'target.bin');
  await writeFile(source, bytes);
  const entry = await state.saveStateAsync('files', { id: 'big/one', value: null, hasBlob: true });
  const uploaded = await state.uploadBlobAsync(entry, source, { metadata: { by: 'Ada' } });
  expect(uploaded).toMatchObject({ contentHash: hashOf(bytes), fileName: 'source "1".bin', metadata: { by: 'Ada' } });
  await expect(state.uploadBlobAsync(entry, bytes)).rejects.toMatchObject({ code: 'BlobAlreadyExists' });
  await expect(state.uploadBlobAsync(entry, bytes, { ifMatch: '"none"', overwrite: true })).rejects.toMatchObject({
    code: 'PreconditionFailed',
  });
  const details = await state.downloadBlobToAsync(entry, target);
  expect(details).toMatchObject({ contentLength: bytes.length, etag: uploaded.etag, contentHash: hashOf(bytes) });
  expect((await readFile(target)).equals(bytes)).toBe(true);
  const part = await state.downloadBlobContentAsync(entry, { range: { offset: 5, count: 10 } });
  expect(Buffer.from(await part.content.bytes()).equals(bytes.subarray(5, 15))).toBe(true);
  const asRead = await state.getStateAsync(entry);
  const text = Readable.from([Buffer.from('héllo ')].concat(Buffer.from('wörld')));
  await state.uploadBlobAsync(entry, text, { overwrite: true, contentType: 'text/plain' });
  const { state: read, content } = await state.getBlobStateContentAsync('files', 'big/one');
  expect([await content.text(), read.blob?.contentType]).toEqual(['héllo wörld', 'text/plain']);
  expect(await state.getBlobStateToAsync('files/big/one', target)).toMatchObject({ id: 'big/one' });
  expect(await readFile(target, 'utf8')).toBe('héllo wörld');
  const earlier = await state.downloadBlobContentAsync(entry, { versionId: uploaded.versionId });
  expect(hashOf(await earlier.content.bytes())).toBe(hashOf(bytes));
  const ofRead = await state.downloadBlobContentAsync(asRead);
  expect(hashOf(await ofRead.content.bytes()), 'the blob of the state that was read').toBe(hashOf(bytes));
  const plain = await state.saveStateAsync('files', { id: 'plain', value: 1 });
  await expect(state.uploadBlobAsync(plain, bytes)).rejects.toMatchObject({ code: 'BlobNotAccepted' });
  await expect(state.downloadBlobContentAsync(plain)).rejects.toMatchObject({ code: 'BlobNotFound' });
});

test('an entry and its blob are saved together, both or neither', async () => {
  const bytes = randomBytes(100_000);
  const saved = await state.saveBlobStateAsync('files', { id: 'together', value: { of: 'both' } }, bytes, {
    fileName: 'größe "1".bin',
    contentType: 'application/x-thing',
  });
  expect(saved).toMatchObject({
    value: { of: 'both' },
    hasBlob: true,
    blob: { contentHash: hashOf(bytes), fileName: 'größe "1".bin', contentType: 'application/x-thing' },
  });
  await expect(
    state.saveBlobStateAsync('files', { id: 'together', value: { of: 'neither' } }, randomBytes(10)),
  ).rejects.toMatchObject({ code: 'BlobAlreadyExists' });
  expect(await state.getStateAsAsync('files/together')).toEqual({ of: 'both' });
  await expect(
    state.saveBlobStateAsync('files', { id: 'wrong', value: 1 }, bytes, { contentHash: '0'.repeat(64) }),
  ).rejects.toMatchObject({ code: 'ContentHashMismatch' });
  await expect(state.getStateAsync('files/wrong')).rejects.toMatchObject({ code: 'StateNotFound' });
  const large = join(service.folder, 'large.bin');
  await writeFile(large, randomBytes(3_000_000));
  const both = await state.saveBlobStateAsync('files', { id: 'large', value: 1 }, large);
  expect(both.blob).toMatchObject({ contentLength: 3_000_000, fileName: 'large.bin' });
  await expect(state.saveBlobStateAsync('files', { id: 'large', value: 2 }, large)).rejects.toMatchObject({
    code: 'BlobAlreadyExists',
  });
  await expect(
    state.saveBlobStateAsync('files', { id: 'large', value: 2, ifMatch: '"0"' }, large, true),
  ).rejects.toMatchObject({ code: 'PreconditionFailed', currentEtag: both.etag });
});
