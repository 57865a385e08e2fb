import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Forms } from './forms.ts';

/** Drives the operations on entries and stores in one form of the client. */
export async function keepsEntries({ state }: Forms, form: string): Promise<void> {
  const store = `entries-${form}`;
  const saved = await state.saveStateAsync(store, { id: 'a/1', value: { n: 9007199254740993n } });
  expect(await state.getStateAsync(store, 'a/1')).toMatchObject({
    etag: saved.etag,
    value: { n: 9007199254740993n },
  });
  expect(await state.getStateAsAsync<{ n: bigint }>(`${store}/a/1`)).toEqual({ n: 9007199254740993n });
  await state.saveBulkStateAsync(store, {
    entries: [
      { id: 'b', value: 1 },
      { id: 'c', value: 2 },
    ],
  });
  expect(
    await state.saveBulkStateOutcomesAsync(store, { entries: [{ id: 'b', value: 0, ifMatch: '"0"' }] }),
  ).toMatchObject({ outcomes: [{ failure: { code: 'PreconditionFailed' } }] });
  const moved = await state.bulkTransactionAsync(store, { upserts: [{ id: 'd', value: 3 }], deletes: [{ id: 'b' }] });
  await state.undoStateAsync(store, moved.receipt ?? '');
  const pages = await Array.fromAsync(state.listStateAsync(store, { delimiter: '/' }).byPage({ maxPageSize: 1 }));
  expect(pages.flatMap((page) => page.map(({ id }) => id))).toEqual(['b', 'c']);
  expect(pages.flatMap((page) => page.prefixes ?? [])).toMatchObject([{ prefix: 'a/' }]);
  const ordered = { serializer: { schema: z.number() }, search: 'c' };
  expect(await Array.fromAsync(state.listStateAsAsync(store, ordered))).toEqual([2]);
  const found = await state.getBulkStateAsync(store, { ids: ['c', 'x'] });
  expect([found.map(({ id }) => id), found.missing]).toEqual([['c'], ['x']]);
  expect(await state.getBulkStateAsAsync<number>(store, { ids: ['b', 'c'] })).toEqual([1, 2]);
  expect(await state.deleteStateAsync(store, 'a/1')).toEqual({ receipt: expect.any(String) });
  expect(await state.restoreStateAsync(saved, 1)).toMatchObject({ version: 3 });
  expect(await Array.fromAsync(state.listStateVersionsAsync(saved), ({ version }) => version)).toEqual([3, 2, 1]);
  expect(await state.getStateVersionAsync(saved, 1)).toMatchObject({ change: 'save' });
  expect(await Array.fromAsync(state.listStateAccessAsync(saved))).toEqual([]);
  expect(await state.deleteBulkStateAsync(store, { deletes: [{ id: 'c' }] })).toMatchObject({
    outcomes: [{ id: 'c', isDeleted: true }],
  });
  expect(await state.setStorePolicyAsync(store, { isConditionRequired: true })).toMatchObject({ name: store });
  expect(await state.getStoreAsync(store)).toMatchObject({ policy: { isConditionRequired: true } });
  expect(await Array.fromAsync(state.listStoresAsync(), ({ name }) => name)).toContain(store);
}

/** Drives the operations on blobs in one form of the client. `folder` is for the files that it writes. */
export async function carriesBlobs({ state }: Forms, form: string, folder: string): Promise<void> {
  const store = `blobs-${form}`;
  const path = join(folder, `${form}.txt`);
  await writeFile(path, 'from a file');
  const entry = await state.saveStateAsync(store, { id: 'a', value: 1, hasBlob: true });
  expect(await state.uploadBlobAsync(entry, path)).toMatchObject({ contentLength: 11, fileName: `${form}.txt` });
  await state.saveBlobStateAsync(store, { id: 'b', value: 2 }, Buffer.from('from memory'));
  expect(await state.downloadBlobToAsync({ storeName: store, id: 'b' }, path)).toMatchObject({ contentLength: 11 });
  expect(await readFile(path, 'utf8')).toBe('from memory');
  expect(await state.getBlobStateToAsync(store, 'a', path)).toMatchObject({ value: 1 });
  expect(await readFile(path, 'utf8')).toBe('from a file');
  const { content } = await state.downloadBlobContentAsync(entry, { range: { offset: 5 } });
  expect(await content.text()).toBe('a file');
  const whole = await state.getBlobStateContentAsync(`${store}/a`);
  expect([whole.state.value, Buffer.from(await whole.content.bytes()).toString()]).toEqual([1, 'from a file']);
  expect(await Array.fromAsync(state.listUploadsAsync())).toEqual([]);
}

/** Downloads the blob that an entry had when it was read, and the one that it has now. */
export async function downloadsTheBlobOfAnEntry({ state }: Forms, form: string): Promise<void> {
  const before = await state.saveBlobStateAsync(`versions-${form}`, { id: 'a', value: 1 }, Buffer.from('first'));
  await state.uploadBlobAsync(before, Buffer.from('second'), true);
  const textOf = async (reference: Parameters<typeof state.downloadBlobContentAsync>[0]) =>
    (await state.downloadBlobContentAsync(reference)).content.text();
  expect(await textOf(before)).toBe('first');
  expect(await textOf({ storeName: before.storeName, id: 'a' })).toBe('second');
  expect(await textOf(await state.getStateAsync(before))).toBe('second');
}
