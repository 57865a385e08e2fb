import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { TaskClient, type TaskClientOptions } from '../index.ts';
import { blob } from '../testing/blob-server.ts';
import { json, type LocalServer, problem, startLocalServer } from '../testing/local-server.ts';

const bytes = randomBytes(300_000);
const stateOf = (server: LocalServer, options: TaskClientOptions = {}) =>
  new TaskClient(server.url, { key: 'k' }, options).getStateClient();

const folder = temporaryFolder('download');

test('a download that breaks again and again goes on where it was, of the same blob, and is whole', async () => {
  await using server = await startLocalServer(
    blob(bytes, { breakAfter: 100_000 }),
    blob(bytes, { breakAfter: 0 }),
    blob(bytes, { breakAfter: 150_000 }),
    blob(bytes),
  );
  const path = join(folder, 'whole');
  const loaded: number[] = [];
  const onProgress = (loadedBytes: number) => void loaded.push(loadedBytes);
  const details = await stateOf(server).downloadBlobToAsync('files/a', path, { onProgress });
  expect(details).toMatchObject({ contentLength: 300_000, offset: 0, etag: '"b1"', contentType: 'text/plain' });
  expect(details.lastModifiedOn).toBe('2026-11-21T13:00:00.000Z');
  expect((await readFile(path)).equals(bytes)).toBe(true);
  expect(loaded.at(-1)).toBe(300_000);
  expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
  const [first, ...resumed] = server.received.map(({ headers }) => headers);
  expect([first?.range, first?.['if-match']]).toEqual([undefined, undefined]);
  expect(resumed).toHaveLength(3);
  for (const { range, 'if-match': ifMatch } of resumed)
    expect([range, ifMatch]).toEqual([expect.stringMatching(/^bytes=\d+-299999$/), '"b1"']);
});

test('another blob put in its place while it is downloaded is not mixed with it, and no file is left', async () => {
  await using server = await startLocalServer(
    blob(bytes, { breakAfter: 100_000 }),
    blob(randomBytes(300_000), { etag: '"b2"' }),
  );
  const path = join(folder, 'mixed');
  await expect(stateOf(server).downloadBlobToAsync('files/a', path)).rejects.toMatchObject({
    code: 'PreconditionFailed',
  });
  expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('mixed'));
});

test('bytes that are not those of the SHA-256 are refused, and leave the file that was there as it was', async () => {
  await using server = await startLocalServer(blob(bytes), (request, response) => {
    const wrong = Buffer.from(bytes);
    wrong[7] = 255 - (wrong[7] ?? 0);
    const send = response.end.bind(response);
    response.end = () => send(wrong);
    blob(bytes)(request, response);
  });
  const path = join(folder, 'checked');
  await stateOf(server).downloadBlobToAsync('files/a', path);
  await expect(stateOf(server).downloadBlobToAsync('files/a', path)).rejects.toMatchObject({
    code: 'ContentHashMismatch',
  });
  expect((await readFile(path)).equals(bytes)).toBe(true);
  expect((await readdir(folder)).filter((name) => name.startsWith('checked'))).toEqual(['checked']);
});

test('a part of it is read by its range, and gone on with inside that', async () => {
  await using server = await startLocalServer(blob(bytes, { breakAfter: 10 }), blob(bytes));
  const { details, content } = await stateOf(server).downloadBlobContentAsync('files/a', {
    range: { offset: 1_000, count: 50 },
  });
  expect(details).toMatchObject({ contentLength: 50, offset: 1_000, blobLength: 300_000 });
  expect(Buffer.from(await content.bytes()).equals(bytes.subarray(1_000, 1_050))).toBe(true);
  const ranges = server.received.map(({ headers }) => headers.range);
  expect(ranges).toEqual(['bytes=1000-1049', expect.stringMatching(/^bytes=10[01]0-1049$/)]);
});

test('a stream gets the bytes and its end; an answer that goes silent is asked for again', async () => {
  await using server = await startLocalServer(blob(bytes, { breakAfter: 5, stall: true }), blob(bytes));
  const sink = new PassThrough();
  const arrived = Array.fromAsync(sink);
  await stateOf(server, { requestTimeoutInMs: 100 }).downloadBlobToAsync({ storeName: 'files', id: 'a' }, sink);
  expect(Buffer.concat(await arrived).equals(bytes)).toBe(true);
  const chunks: Uint8Array[] = [];
  const web = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) });
  await stateOf(server).downloadBlobToAsync('files/a', web);
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
});

test('gives up when nothing more comes, and says how far it got', async () => {
  await using server = await startLocalServer(blob(bytes, { breakAfter: 1_000 }), blob(bytes, { breakAfter: 0 }));
  const state = stateOf(server, { retry: { maximumRetries: 1 } });
  await expect(state.downloadBlobToAsync('files/a', join(folder, 'never'))).rejects.toMatchObject({
    code: 'ConnectionFailed',
    message: expect.stringMatching(/was interrupted after \d+ bytes/),
  });
});

test('breaks are counted from the last byte that came: many are no failure as long as it goes on', async () => {
  const breaks = Array.from({ length: 4 }, () => blob(bytes, { breakAfter: 50_000 }));
  await using server = await startLocalServer(...breaks, blob(bytes));
  const state = stateOf(server, { retry: { maximumRetries: 1 } });
  const { content } = await state.downloadBlobContentAsync('files/a');
  expect(Buffer.from(await content.bytes()).equals(bytes)).toBe(true);
  expect(server.received).toHaveLength(5);
});

test.each([
  ['elsewhere than where it broke off', 0, '"b1"'],
  ['with another blob', 100_000, '"b2"'],
])('an answer that goes on %s is not taken', async (_, start, etag) => {
  await using server = await startLocalServer(blob(bytes, { breakAfter: 100_000 }), (_, response) => {
    const rest = bytes.subarray(start);
    const range = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
    response.writeHead(206, { etag, 'content-length': rest.length, 'content-range': range }).end(rest);
  });
  const path = join(folder, 'elsewhere');
  await expect(stateOf(server).downloadBlobToAsync('files/a', path)).rejects.toMatchObject({
    code: 'UnexpectedAnswer',
  });
  expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('elsewhere'));
});

test('an abort ends it at once, wherever it is, and leaves no file', async () => {
  await using server = await startLocalServer(blob(bytes, { breakAfter: 1_000, stall: true }));
  const abort = new AbortController();
  const onProgress = () => abort.abort();
  const path = join(folder, 'aborted');
  await expect(
    stateOf(server).downloadBlobToAsync('files/a', path, { abortSignal: abort.signal, onProgress }),
  ).rejects.toMatchObject({ name: 'AbortError' });
  expect((await readdir(folder)).filter((name) => name.startsWith('aborted'))).toEqual([]);
});

test('leaving the content early closes the connection', async () => {
  let isClosed = false;
  await using server = await startLocalServer((request, response) => {
    response.socket?.once('close', () => {
      isClosed = true;
    });
    blob(bytes, { breakAfter: 1_000, stall: true })(request, response);
  });
  const { content } = await stateOf(server).downloadBlobContentAsync('files/a');
  for await (const _ of content) break;
  await expect.poll(() => isClosed).toBe(true);
});

test('an entry and its blob are read as they belong together', async () => {
  const entry = (etag: string) => json(200, JSON.stringify({ storeName: 'files', id: 'a', blob: { etag } }));
  await using server = await startLocalServer(
    entry('"old"'),
    blob(bytes),
    entry('"b1"'),
    blob(Buffer.from('{"n":9007199254740993}')),
  );
  const { state, details, content } = await stateOf(server).getBlobStateContentAsync('files', 'a');
  expect([state.blob?.etag, details.etag]).toEqual(['"b1"', '"b1"']);
  expect(await content.json()).toEqual({ n: 9007199254740993n });
});

test('tells what is missing, not modified or out of range as the service does, and refuses nonsense before', async () => {
  await using server = await startLocalServer(
    problem(404, 'BlobNotFound'),
    (_, response) => void response.writeHead(304).end(),
    problem(416, 'InvalidRange'),
    json(200, '{}'),
  );
  const state = stateOf(server);
  await expect(state.downloadBlobContentAsync('files/a')).rejects.toMatchObject({ code: 'BlobNotFound' });
  await expect(state.downloadBlobContentAsync('files/a', { ifNoneMatch: '"b1"' })).rejects.toMatchObject({
    code: 'NotModified',
  });
  await expect(state.downloadBlobContentAsync('files/a', { range: { offset: 9 } })).rejects.toMatchObject({
    code: 'InvalidRange',
  });
  await expect(state.downloadBlobContentAsync('files/a')).rejects.toMatchObject({ code: 'UnexpectedAnswer' });
  expect(server.received).toHaveLength(4);
  await expect(state.downloadBlobContentAsync('files/a', { range: { offset: -1 } })).rejects.toThrow(RangeError);
  await expect(state.downloadBlobContentAsync('files')).rejects.toThrow(TypeError);
  // @ts-expect-error a destination is a path or a stream
  await expect(state.downloadBlobToAsync('files/a', 7)).rejects.toThrow(TypeError);
  await expect(state.getBlobStateToAsync('files/a', '')).rejects.toThrow(TypeError);
  expect(server.received).toHaveLength(4);
});

test.each([
  ['that does not answer', () => {}],
  ['that stops in the middle', blob(bytes, { breakAfter: 100_000, stall: true })],
])('a download from a service %s ends at the time limit of its call, and leaves no file', async (_, answer) => {
  await using server = await startLocalServer(answer);
  const path = join(folder, 'late');
  await expect(stateOf(server).downloadBlobToAsync('files/a', path, { timeoutInMs: 200 })).rejects.toMatchObject({
    name: 'RequestFailedError',
    code: 'RequestTimedOut',
  });
  expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/^late/));
});

test('an entry and its blob share the time limit of their call, and wrong ones are refused', async () => {
  const entry = json(200, JSON.stringify({ storeName: 'files', id: 'a', blob: { etag: '"b1"' } }));
  await using server = await startLocalServer(entry, blob(bytes, { breakAfter: 1, stall: true }));
  const state = stateOf(server);
  const { content } = await state.getBlobStateContentAsync('files/a', { timeoutInMs: 300 });
  await expect(content.bytes()).rejects.toMatchObject({ name: 'RequestFailedError', code: 'RequestTimedOut' });
  await expect(state.downloadBlobContentAsync('files/a', { timeoutInMs: 0 })).rejects.toThrow(RangeError);
});
