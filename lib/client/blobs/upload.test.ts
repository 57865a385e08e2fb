import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { listen } from '../../contract/testing/listen.ts';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { TaskClient, type TaskClientOptions } from '../index.ts';
import { type Answer, json, problem, reset, startLocalServer } from '../testing/local-server.ts';

const bytes = randomBytes(200_000);
const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const retry = { initialDelayInMs: 1 };
const stateOf = (server: { url: string }, options: TaskClientOptions = { retry }) =>
  new TaskClient(server.url, { key: 'k' }, options).getStateClient();
/** Answers the upload as the service does: with the hash of what came. */
const taken: Answer = (request, response) =>
  json(200, JSON.stringify({ contentHash: hashOf(request.bytes), etag: '"b1"' }))(request, response);

function problemDocument(status: number, code: string) {
  const text = JSON.stringify({ type: '-', title: '-', status, detail: code, code, requestId: 'r' });
  return { headers: { 'content-type': 'application/problem+json' }, text };
}

const urlOf = async (server: Server) => `http://127.0.0.1:${await listen(server)}`;

const folder = temporaryFolder('upload');
let path: string;
beforeAll(async () => {
  path = join(folder, 'report "1".csv');
  await writeFile(path, bytes);
});

test.each([
  ['a path', () => path, 'report "1".csv', '200000'],
  ['a buffer', () => bytes, undefined, '200000'],
  ['a byte array', () => new Uint8Array(bytes), undefined, '200000'],
  ['a Node stream', () => Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), undefined, undefined],
  ['a web stream', () => new Blob([bytes]).stream(), undefined, undefined],
  [
    'what yields bytes',
    () =>
      (async function* () {
        yield new Uint8Array(bytes);
      })(),
    undefined,
    undefined,
  ],
])('sends %s, byte for byte', async (_, source, fileName, length) => {
  await using server = await startLocalServer(taken);
  const loaded: number[] = [];
  const result = await stateOf(server).uploadBlobAsync({ storeName: 'files', id: 'a/b %' }, source(), {
    contentType: 'text/csv',
    metadata: { by: 'Ada "é"' },
    ifMatch: '"b0"',
    onProgress: (loadedBytes) => void loaded.push(loadedBytes),
  });
  expect(result).toMatchObject({ contentHash: hashOf(bytes) });
  expect(loaded.at(-1)).toBe(bytes.length);
  const [request] = server.received;
  expect(request).toMatchObject({
    method: 'PUT',
    headers: { 'content-type': 'text/csv', 'if-match': '"b0"', 'idempotency-key': expect.any(String) },
  });
  expect(request?.url.pathname).toBe('/v1/stores/files/blobs/a%2Fb%20%25');
  expect(request?.bytes.equals(bytes)).toBe(true);
  expect(request?.headers['content-length']).toBe(length);
  const query = request?.url.searchParams;
  expect([query?.get('overwrite'), query?.get('fileName')]).toEqual(['false', fileName ?? null]);
  expect(JSON.parse(query?.get('metadata') ?? '')).toEqual({ by: 'Ada "é"' });
});

test('overwrites only when it is told to, in every form', async () => {
  await using server = await startLocalServer(taken);
  const state = stateOf(server);
  await state.uploadBlobAsync('files/a', bytes);
  await state.uploadBlobAsync('files/a', bytes, {});
  await state.uploadBlobAsync('files/a', bytes, false);
  await state.uploadBlobAsync('files/a', bytes, true);
  await state.uploadBlobAsync('files/a', bytes, { overwrite: true });
  const overwrite = server.received.map(({ url }) => url.searchParams.get('overwrite'));
  expect(overwrite).toEqual(['false', 'false', 'false', 'true', 'true']);
});

test('a path or a buffer is sent again from its beginning, under the same key', async () => {
  await using server = await startLocalServer(reset, problem(503, 'ServiceUnavailable'), taken, reset, taken);
  await stateOf(server).uploadBlobAsync('files/a', path);
  await stateOf(server).uploadBlobAsync('files/a', bytes);
  const keys = server.received.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(new Set(keys.slice(3)).size).toBe(1);
  for (const index of [2, 4]) expect(server.received[index]?.bytes.equals(bytes)).toBe(true);
});

test('a stream that was begun is not, and the error says so', async () => {
  await using server = await startLocalServer(reset, problem(503, 'ServiceUnavailable'), taken);
  const upload = () => stateOf(server).uploadBlobAsync('files/a', Readable.from([bytes]), { contentLength: 200_000 });
  await expect(upload()).rejects.toMatchObject({
    code: 'SourceNotRewindable',
    cause: { code: 'ConnectionFailed' },
  });
  await expect(upload()).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  expect(server.received).toHaveLength(2);
});

test('a refusal comes before the bytes of a large source, whose stream can then be sent again', async () => {
  let read = 0;
  const source = Readable.from(
    (function* () {
      for (; read < 4; read += 1) yield Buffer.alloc(1024 * 1024);
    })(),
  );
  let asked = 0;
  const server = createServer();
  server.on('checkContinue', (request, response) => {
    asked += 1;
    if (asked > 1) {
      response.writeContinue();
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ contentHash: hashOf(Buffer.concat(parts)) }));
      });
    } else {
      expect(read).toBe(0);
      const refuse = problemDocument(503, 'ServiceUnavailable');
      response.writeHead(503, { ...refuse.headers, connection: 'close' }).end(refuse.text);
    }
  });
  try {
    const result = await stateOf({ url: await urlOf(server) }).uploadBlobAsync('files/a', source);
    expect(result.contentHash).toBe(hashOf(Buffer.alloc(4 * 1024 * 1024)));
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('what the source breaks with is thrown as it is, and nothing is sent again', async () => {
  await using server = await startLocalServer(taken);
  const broken = () =>
    Readable.from(
      (async function* () {
        yield bytes;
        throw new Error('the disk is gone');
      })(),
    );
  await expect(stateOf(server).uploadBlobAsync('files/a', broken())).rejects.toThrow('the disk is gone');
  const short = Readable.from([bytes]);
  await expect(stateOf(server).uploadBlobAsync('files/a', short, { contentLength: 200_001 })).rejects.toThrow(
    'has 200000 bytes, not the declared 200001',
  );
  const long = Readable.from([bytes]);
  await expect(stateOf(server).uploadBlobAsync('files/a', long, { contentLength: 199_999 })).rejects.toThrow(
    'more than the declared 199999',
  );
  expect(server.received).toEqual([]);
  await expect(stateOf(server).uploadBlobAsync('files/a', join(folder, 'none'))).rejects.toMatchObject({
    code: 'ENOENT',
  });
  await expect(stateOf(server).uploadBlobAsync('files/a', folder)).rejects.toThrow(TypeError);
  // @ts-expect-error a source is a path, bytes or a stream
  await expect(stateOf(server).uploadBlobAsync('files/a', 42)).rejects.toThrow(TypeError);
  expect(server.received).toEqual([]);
});

test.each([
  ['has fewer bytes', [Buffer.from('abc')], 5, new RangeError('source: has 3 bytes, not the declared 5')],
  ['has more bytes', [Buffer.from('abc')], 2, new RangeError('source: has more than the declared 2 bytes')],
  ['is no bytes', [{ a: 1 }], undefined, expect.objectContaining({ name: 'TypeError' })],
])('a stream that %s is not told as a lost connection', async (_, parts, contentLength, error) => {
  await using server = await startLocalServer(taken, taken);
  const options = { overwrite: true, contentLength };
  await expect(stateOf(server).uploadBlobAsync('files/a', Readable.from(parts), options)).rejects.toEqual(error);
});

test.each([
  ['a Node stream', () => Readable.from([bytes]), async (source: Readable) => void (await source.toArray())],
  ['a closed Node stream', () => Readable.from([bytes]), async (source: Readable) => void source.destroy()],
  [
    'a web stream',
    () => new Blob([bytes]).stream(),
    async (source: ReadableStream) => void (await source.pipeTo(new WritableStream())),
  ],
] as const)('%s that was read before is refused, and not sent as nothing', async (_, open, read) => {
  await using server = await startLocalServer(taken);
  const source = open();
  await read(source as never); // each row reads what it opens, which the types of a table do not tell
  const upload = stateOf(server).uploadBlobAsync('files/a', source, true);
  await expect(upload).rejects.toThrow(new TypeError('source: the stream was read or closed before: open it again'));
  expect(server.received).toEqual([]);
});

test('notices when the service has other bytes than were sent', async () => {
  await using server = await startLocalServer(json(200, JSON.stringify({ contentHash: '0'.repeat(64) })));
  await expect(stateOf(server).uploadBlobAsync('files/a', path)).rejects.toMatchObject({
    code: 'ContentHashMismatch',
    operation: 'UploadBlob',
  });
});

test('an abort ends it at once and lets go of the source', async () => {
  await using server = await startLocalServer(taken);
  const abort = new AbortController();
  const endless = Readable.from(
    (async function* () {
      for (;;) yield Buffer.alloc(100_000);
    })(),
  );
  const onProgress = (loadedBytes: number) => void (loadedBytes > 1_000_000 && abort.abort());
  await expect(
    stateOf(server).uploadBlobAsync('files/a', endless, { abortSignal: abort.signal, onProgress }),
  ).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => endless.destroyed).toBe(true);
});

test('an upload is not cut off while it moves, only when it stops', async () => {
  await using server = await startLocalServer(taken);
  const slow = (pauses: number[]) =>
    Readable.from(
      (async function* () {
        for (const pause of pauses) {
          yield Buffer.alloc(10);
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      })(),
    );
  const state = stateOf(server, { requestTimeoutInMs: 400 });
  await state.uploadBlobAsync('files/a', slow([150, 150, 150, 150, 150]));
  const stuck = state.uploadBlobAsync('files/a', slow([10, 100_000]));
  await expect(stuck).rejects.toMatchObject({ code: 'RequestTimedOut' });
});

test('sends entry, options and blob together, again when the connection breaks', async () => {
  const answer: Answer = (request, response) =>
    json(200, JSON.stringify({ id: 'a', blob: { contentHash: hashOf(bytes) } }))(request, response);
  await using server = await startLocalServer(reset, answer);
  const saved = await stateOf(server).saveBlobStateAsync(
    'files',
    { id: 'a', value: { n: 9007199254740993n }, tags: { a: 'b' } },
    path,
    { overwrite: true, contentType: 'text/csv' },
  );
  expect(saved).toMatchObject({ id: 'a' });
  const request = server.received[1];
  expect(request).toMatchObject({ method: 'PUT' });
  expect(request?.url.pathname).toBe('/v1/stores/files/entries/a');
  const form = await new Response(new Uint8Array(request?.bytes ?? []), {
    headers: { 'content-type': request?.headers['content-type'] ?? '' },
  }).formData();
  expect([...form.keys()]).toEqual(['input', 'options', 'blob']);
  const text = async (name: string) => {
    const value = form.get(name);
    return value instanceof Blob ? value.text() : value;
  };
  expect(await text('input')).toBe('{"hasBlob":true,"id":"a","value":{"n":9007199254740993},"tags":{"a":"b"}}');
  expect(JSON.parse((await text('options')) ?? '')).toEqual({
    overwrite: true,
    contentType: 'text/csv',
    fileName: 'report "1".csv',
  });
  const blob = form.get('blob');
  expect(blob instanceof Blob && Buffer.from(await blob.arrayBuffer()).equals(bytes)).toBe(true);
});

test('an error of the service is told while the bytes are still on their way', async () => {
  const refuse = problemDocument(409, 'BlobAlreadyExists');
  const refusing = createServer((_, response) => void response.writeHead(409, refuse.headers).end(refuse.text));
  const url = await urlOf(refusing);
  const upload = stateOf({ url }).uploadBlobAsync('files/a', Buffer.alloc(30 * 1024 * 1024));
  await expect(upload).rejects.toMatchObject({ code: 'BlobAlreadyExists', statusCode: 409 });
  refusing.closeAllConnections();
  refusing.close();
});

test('an upload ends at the time limit of its call', async () => {
  await using server = await startLocalServer(() => {});
  const state = stateOf(server);
  const outOfTime = { name: 'RequestFailedError', code: 'RequestTimedOut' };
  await expect(state.uploadBlobAsync('files/a', bytes, { timeoutInMs: 100 })).rejects.toMatchObject(outOfTime);
  const saved = state.saveBlobStateAsync('files', { id: 'a', value: 1 }, bytes, { timeoutInMs: 100 });
  await expect(saved).rejects.toMatchObject(outOfTime);
  await expect(state.uploadBlobAsync('files/a', bytes, { timeoutInMs: 0 })).rejects.toThrow(RangeError);
});
