import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlobUploadResult, StateResponse } from '#contract';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { adminEmail, adminPassword, callService, type TestRequest } from './test-service.ts';

const test_ = started(createTestDatabase, 'drop');
const folder = temporaryFolder('kill-state');
let running: ServiceProcess;
let token = '';

const start = () =>
  startServiceProcess({
    DATABASE_URL: test_.url,
    TASKDECK_DATA: folder,
    TASKDECK_SERVICE_PORT: '0',
    TASKDECK_ADMIN_PASSWORD: adminPassword,
  });

beforeAll(async () => {
  running = await start();
  const answer = await call('POST', '/v1/sign-in', { body: { email: adminEmail, password: adminPassword } });
  token = (answer.body as { accessToken: string }).accessToken;
}, 30_000);
afterAll(async () => {
  await running.kill('SIGKILL');
});

const call = (method: string, path: string, request: TestRequest = {}) =>
  callService(running.url, method, path, { token: token || undefined, ...request });

/** Repeats work until the service dies and the connection breaks. */
async function untilKilled(work: (count: number) => Promise<void>): Promise<void> {
  try {
    for (let count = 0; ; count += 1) await work(count);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

test('killed while it saves and takes blobs in, it keeps what it acknowledged, whole; a retry is not a second change', async () => {
  const saved = new Map<string, StateResponse>();
  const unanswered = new Map<string, number>();
  const blobs = new Map<string, string>();
  const save = (id: string, value: number) =>
    call('PUT', `/v1/stores/kill/entries/${id}`, {
      body: { id, value, hasBlob: true },
      headers: { 'idempotency-key': `${id}-${value}` },
    });
  const savers = Array.from({ length: 8 }, (_, saver) =>
    untilKilled(async (count) => {
      const id = `entry-${saver}`;
      unanswered.set(id, count);
      const answer = await save(id, count);
      expect(answer.status, answer.text).toBe(count === 0 ? 201 : 200);
      saved.set(id, answer.body as StateResponse);
      unanswered.delete(id);
    }),
  );
  const uploaders = Array.from({ length: 3 }, (_, uploader) =>
    untilKilled(async (count) => {
      const id = `blob-${uploader}-${count}`;
      const made = await call('PUT', `/v1/stores/kill/entries/${id}`, { body: { id, value: null, hasBlob: true } });
      expect(made.status, made.text).toBe(201);
      const raw = randomBytes(200_000);
      const answer = await call('PUT', `/v1/stores/kill/blobs/${id}`, { raw, headers: { 'content-type': 'a/b' } });
      expect(answer.status, answer.text).toBe(201);
      blobs.set(id, createHash('sha256').update(raw).digest('hex'));
    }),
  );
  await expect.poll(() => Math.min(blobs.size, saved.size * 2), { timeout: 20_000 }).toBeGreaterThan(10);
  await running.kill('SIGKILL');
  await Promise.all([...savers, ...uploaders]);
  running = await start();

  for (const [id, { version, value }] of saved) {
    const now = (await call('GET', `/v1/stores/kill/entries/${id}`)).body as StateResponse;
    const isOneAhead = unanswered.has(id) && now.version === version + 1; // committed, and killed before it answered
    expect([now.version, now.value]).toEqual(isOneAhead ? [version + 1, Number(value) + 1] : [version, value]);
  }
  for (const [id, value] of unanswered) {
    expect((await save(id, value)).status).toBeOneOf([200, 201]);
    expect((await save(id, value)).body).toMatchObject({ version: value + 1, value });
  }
  for (const [id, sha256] of blobs) {
    const response = await fetch(`${running.url}/v1/stores/kill/blobs/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(
      createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex'),
    ).toBe(sha256);
  }
}, 60_000);

test('a resumable upload goes on after the service was killed in the middle of a part', async () => {
  const content = randomBytes(4_000_000);
  const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
  const input = Buffer.from(JSON.stringify({ storeName: 'kill', id: 'resumed', createEntry: true })).toString('base64');
  const begun = await call('POST', '/v1/uploads', {
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(content.length),
      'upload-metadata': `input ${input}`,
    },
  });
  const path = begun.headers.get('location') ?? '';
  const first = await call('PATCH', path, {
    raw: content.subarray(0, 1_000_000),
    headers: { ...tus, 'upload-offset': '0' },
  });
  expect(first.status, first.text).toBe(204);
  const hangingUp = sendPart(path, content.subarray(1_000_000), { ...tus, 'upload-offset': '1000000' });
  await hangingUp.isUnderWay;
  await running.kill('SIGKILL');
  await hangingUp.isOver;
  running = await start();

  expect((await call('GET', '/v1/stores/kill/blobs/resumed')).status).toBe(404);
  const offset = Number((await call('HEAD', path, { headers: tus })).headers.get('upload-offset'));
  expect(offset).toBeGreaterThanOrEqual(1_000_000);
  const rest = () =>
    call('PATCH', path, { raw: content.subarray(offset), headers: { ...tus, 'upload-offset': String(offset) } });
  let last = await rest();
  // without heartbeats, what the dead process held becomes free
  const isHeld = async () => {
    if (last.status === 423) last = await rest();
    return last.status === 423;
  };
  await expect.poll(isHeld, { timeout: 90_000 }).toBe(false);
  expect(last.status, last.text).toBe(204);
  const done = (await call('GET', path)).body as { result: BlobUploadResult };
  expect(done.result.contentHash).toBe(createHash('sha256').update(content).digest('hex'));
}, 120_000);

/** Sends a part whose end never comes. */
function sendPart(path: string, bytes: Uint8Array, headers: Record<string, string>) {
  const isUnderWay = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const sending = httpRequest(running.url + path, {
    method: 'PATCH',
    headers: { ...headers, authorization: `Bearer ${token}`, 'content-length': bytes.length },
  });
  sending.on('error', () => isOver.resolve()).on('close', () => isOver.resolve());
  sending.write(bytes.subarray(0, bytes.length / 2), () => isUnderWay.resolve());
  return { isUnderWay: isUnderWay.promise, isOver: isOver.promise };
}
