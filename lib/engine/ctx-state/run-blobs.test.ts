import { appendFile, readdir, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBlobStore } from '#blobs';
import { createState } from '#state';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import type { TaskContext } from '../definition/definition.ts';
import { StateRefusedError } from '../definition/failures.ts';
import { type RunFixture, startRuns } from '../run/testing.ts';

let fixture: RunFixture;
const folder = temporaryFolder('run-blobs');
let opened = 0;
const store = 'reports';
const handlers = new Map<string, (ctx: TaskContext) => unknown>();
beforeAll(async () => {
  fixture = await startRuns();
  const blobs = await createBlobStore({ store: 'file', folder: join(folder, 'blobs') });
  const definition = {
    type: 'test',
    retry: { maximumAttempts: 2, initialIntervalInMs: 1 },
    run: (ctx: TaskContext, input: unknown) => handlers.get(String(input))?.(ctx),
  };
  await fixture.work([definition], { blobs });
  await fixture.work([{ ...definition, type: 'test.without-blobs' }]);
});
afterAll(async () => {
  await fixture.end();
});

let count = 0;
async function run(handler: (ctx: TaskContext) => unknown, type = 'test') {
  const input = `handler ${++count}`;
  handlers.set(input, handler);
  return fixture.run({ type, input });
}

const source = (content: string) => () => {
  opened++;
  return Readable.from([Buffer.from(content)]);
};
const blobCount = async () => (await fixture.database<{ count: number }[]>`select count(*) from blob`)[0]?.count;
const filesIn = async (at: string) =>
  (await readdir(at, { recursive: true, withFileTypes: true })).filter((file) => file.isFile()).length;

test('a run saves an entry with its blob and reads it back; a replay sends no byte again', async () => {
  opened = 0;
  const task = await run(async (ctx) => {
    const options = { contentType: 'text/csv', fileName: 'größe "1".csv', metadata: { rows: '2' } };
    const saved = await ctx.state.saveBlob(store, { id: 'a/1', value: { rows: 2 } }, source('a,b\r\n1,2\r\n'), options);
    const blob = await ctx.state.openBlob(store, 'a/1');
    const later = await ctx.state.uploadBlob(store, 'a/1', Buffer.from('other'), { overwrite: true });
    if (ctx.attempt === 1) throw new Error('once more');
    return {
      versions: [saved.version, later.version],
      name: blob?.fileName,
      pinned: blob && (await text(await blob.read())),
      part: blob && (await text(await blob.read({ start: 2, end: 2 }))),
      missing: (await ctx.state.openBlob(store, 'a/2')) === undefined,
    };
  });
  expect(task.error).toBeUndefined();
  expect(task.output).toEqual({
    versions: [1, 2],
    name: 'größe "1".csv',
    pinned: 'a,b\r\n1,2\r\n',
    part: 'b',
    missing: true,
  });
  expect(opened).toBe(1);
  expect(await blobCount()).toBe(2);
});

test('a file is sent by its path', async () => {
  const path = join(folder, 'file.txt');
  await writeFile(path, 'from a file');
  const task = await run(async ({ state }) => {
    const { blob } = await state.saveBlob(store, { id: 'file', value: null }, path);
    return [
      blob?.contentLength,
      await text((await (await state.openBlob(store, 'file'))?.read()) ?? Readable.from([])),
    ];
  });
  expect(task.output).toEqual([11, 'from a file']);
});

test('a refused upload can be caught and leaves neither an entry nor bytes', async () => {
  const before = [await blobCount(), await filesIn(join(folder, 'blobs'))];
  const task = await run(async ({ state }) => {
    const refused: unknown[] = [];
    const note = (error: unknown) => refused.push(error instanceof StateRefusedError ? error.code : error);
    await state.uploadBlob(store, 'not there', source('x')).catch(note);
    await state.uploadBlob(store, 'file', source('x')).catch(note);
    await state.uploadBlob(store, 'file', source('x'), { overwrite: true, contentHash: '0'.repeat(64) }).catch(note);
    return refused;
  });
  expect(task.output).toEqual(['StateNotFound', 'BlobAlreadyExists', 'ContentHashMismatch']);
  expect([await blobCount(), await filesIn(join(folder, 'blobs'))]).toEqual(before);
});

test('bytes that fail to come fail the step, and another attempt sends them', async () => {
  let isBroken = true;
  const task = await run(async ({ state }) => {
    const saved = await state.saveBlob(store, { id: 'flaky', value: 1 }, () =>
      Readable.from(
        (function* () {
          yield Buffer.from('half');
          if (isBroken) {
            isBroken = false;
            throw new Error('the disk is gone');
          }
          yield Buffer.from('whole');
        })(),
      ),
    );
    return [saved.version, saved.blob?.contentLength];
  });
  expect(task).toMatchObject({ attempt: 2, output: [1, 9] });
});

test('a file that is not there fails the run, not the worker', async () => {
  const task = await run(({ state }) => state.saveBlob(store, { id: 'none', value: 1 }, join(folder, 'not there')));
  expect(task).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('ENOENT') } });
});

test('a stream whose bytes are refused is not left open', async () => {
  const small = { namespace: '', storeName: 'small' };
  await createState({ database: fixture.database }).setPolicy(small, { maximumBlobBytes: 3 });
  const streams: Readable[] = [];
  const task = await run(({ state }) =>
    state.saveBlob(small.storeName, { id: 'a', value: 1 }, () => {
      const stream = Readable.from([Buffer.alloc(2), Buffer.alloc(2), Buffer.alloc(2)]);
      streams.push(stream);
      return stream;
    }),
  );
  expect(task).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('maximumBlobBytes') } });
  expect(streams.map((stream) => stream.destroyed)).toEqual([true, true]); // one per attempt
});

test('a worker without a blob store says so', async () => {
  const task = await run(
    ({ state }) => state.saveBlob(store, { id: 'b', value: 1 }, source('x')),
    'test.without-blobs',
  );
  expect(task).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('without a blob store') } });
});

test.each([
  ['fewer', (path: string) => truncate(path, 5)],
  ['more', (path: string) => appendFile(path, 'more')],
])('a blob of which the store has %s bytes than the database says is not taken as whole', async (_, change) => {
  const folderOfBlobs = join(folder, 'blobs');
  const before = new Set(await readdir(folderOfBlobs, { recursive: true }));
  const task = await run(async ({ state }) => {
    await state.saveBlob(store, { id: 'changed', value: 1 }, source('ten bytes.'), { overwrite: true });
    const paths = await readdir(folderOfBlobs, { recursive: true, withFileTypes: true });
    for (const file of paths)
      if (file.isFile() && !before.has(relative(folderOfBlobs, join(file.parentPath, file.name))))
        await change(join(file.parentPath, file.name));
    const blob = await state.openBlob(store, 'changed');
    return blob && text(await blob.read());
  });
  expect(task).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('and not 10') } });
});

test('a range is read as far as there are bytes, and one that makes no sense is refused', async () => {
  const task = await run(async ({ state }) => {
    await state.saveBlob(store, { id: 'ranges', value: 1 }, source('abcdef'));
    const blob = await state.openBlob(store, 'ranges');
    const read = async (start: number, end: number) =>
      blob?.read({ start, end }).then(text, (error: Error) => error.message);
    return [await read(4, 100), await read(6, 8), await read(3, 2), await read(-1, 2), await read(0, 1.5)];
  });
  const refused = expect.stringContaining('is not allowed');
  expect(task.output).toEqual(['ef', '', refused, refused, refused]);
});

test('a stream that was read before is refused, and not stored as nothing', async () => {
  const task = await run(async (ctx) => {
    const stream = Readable.from([Buffer.from('once')]);
    await ctx.state.saveBlob(store, { id: 'spent/1', value: 1 }, stream);
    await ctx.state.saveBlob(store, { id: 'spent/2', value: 2 }, stream);
  });
  expect(task).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('was read or closed before') },
  });
  const state = await fixture.database<{ id: string }[]>`select id from state_entry where id like 'spent/%'`;
  expect(state.map(({ id }) => id)).toEqual(['spent/1']);
});
