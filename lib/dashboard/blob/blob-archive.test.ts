import { expect, it } from 'vitest';
import { archiveOf, type BlobReader } from './blob-archive.ts';

const signal = new AbortController().signal;

/** Entries with blobs of these texts, read in two chunks; `undefined` is an entry without a blob, and `null` cannot be read. */
function storeOf(texts: Readonly<Record<string, string | null | undefined>>) {
  const opened: string[] = [];
  const lastModifiedOn = '2026-11-23T20:15:31.000Z';
  const state: BlobReader = {
    getBulkStateAsync: async (_, { ids }) =>
      Object.entries(texts).flatMap(([id, text]) => {
        if (!ids.includes(id)) return [];
        const blob = text !== undefined && {
          blob: { versionId: `v-${id}`, contentLength: text?.length ?? 9, lastModifiedOn },
        };
        return [{ storeName: 'files', id, ...blob }];
      }),
    downloadBlobContentAsync: async ({ id }: { id: string }, { versionId }: { versionId: string }) => {
      opened.push(`${id} ${versionId}`);
      const text = texts[id] ?? '';
      return {
        content: (async function* () {
          if (texts[id] === null) throw new Error('the blob is gone');
          yield Buffer.from(text.slice(0, 3));
          yield Buffer.from(text.slice(3));
        })(),
      };
    },
  };
  return { opened, archive: (...ids: string[]) => archiveOf(state, { storeName: 'files', ids, signal }) };
}

it('has each blob under its name, and is as long as it said beforehand', async () => {
  const { opened, archive } = storeOf({ 'in/ü.txt': 'one two', empty: '' });
  const { fileName, mediaType, bytes, chunks } = await archive('in/ü.txt', 'empty');
  expect([fileName, mediaType]).toEqual(['files-blobs.zip', 'application/zip']);
  expect(opened, 'nothing is opened before it is read').toEqual([]);
  const zip = Buffer.concat(await Array.fromAsync(chunks, (chunk) => Buffer.from(chunk)));
  expect(BigInt(zip.length)).toBe(bytes);
  for (const text of ['in/ü.txt', 'one two', 'empty']) expect(zip.includes(text)).toBe(true);
  expect(opened).toEqual(['in/ü.txt v-in/ü.txt', 'empty v-empty']);
});

it('opens a blob when its turn comes, and none after it was given up', async () => {
  const { opened, archive } = storeOf({ a: 'x'.repeat(100), b: 'y', c: 'z' });
  const chunks = (await archive('a', 'b', 'c')).chunks[Symbol.asyncIterator]();
  await chunks.next();
  expect(opened).toEqual(['a v-a']);
  await chunks.return?.();
  expect(opened.length).toBeLessThan(3);
});

it('fails as a whole when a blob cannot be read', async () => {
  const { chunks } = await storeOf({ a: 'x', b: null }).archive('a', 'b');
  await expect(Array.fromAsync(chunks)).rejects.toThrow('the blob is gone');
});

it('is refused for entries without a blob, for none and for too many', async () => {
  const { archive } = storeOf({ a: 'x', b: undefined });
  await expect(archive('a', 'b')).rejects.toThrow('The entry b has no blob that you may read. Deselect it.');
  await expect(archive()).rejects.toThrow('Name 1 to 100 entries.');
  await expect(archive(...Array.from({ length: 101 }, String))).rejects.toThrow('Name 1 to 100 entries.');
});
