import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { hashToken } from '../access/session.ts';
import { startTestService, type TestRequest } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const ask = async (path: string, token: string) => (await service.call('GET', path, { token })).status;
const soon = (status: Promise<number>, withinInMs = 2_000) =>
  Promise.race([status, sleep(withinInMs).then(() => 'waits')]);

/** Holds what reads or writes a table in the database until the returned function is called. */
async function hold(table: 'error_group' | 'log_entry'): Promise<() => Promise<void>> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: isHeld } = Promise.withResolvers<void>();
  const ended = service.owner.begin(async (transaction) => {
    await transaction`lock table ${transaction(table)} in access exclusive mode`;
    isHeld();
    await held;
  });
  await isLocked;
  const end = async () => {
    release();
    await ended;
  };
  onTestFinished(end);
  return end;
}

test('reads of one owner that take long leave others their turn, and the owner waits', async () => {
  const release = await hold('error_group');
  const slow = await service.key('tasks/read', 'state/read');
  const other = await service.key('tasks/read', 'state/read');
  const asked = Array.from({ length: 20 }, () => ask('/v1/error-groups', slow));
  expect(await soon(ask('/v1/tasks', slow))).toBe('waits');
  expect(await soon(ask('/v1/stores/none/blobs/none', slow), 500), 'a download').toBe('waits');
  for (let count = 0; count < 5; count += 1) expect(await soon(ask('/v1/tasks', other))).toBe(200);
  expect(await soon(ask('/v1/stores/none/blobs/none', other))).toBe(404);
  await release();
  expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
});

test('a wait for the end of a task has no turn', async () => {
  const body = { id: 'awaited', type: 'test.echo', queue: 'unserved' };
  await service.call('POST', '/v1/tasks', { token: service.allKey, body });
  const waits = Array.from({ length: 20 }, () => ask('/v1/tasks/awaited?waitInMs=4000', service.allKey));
  await sleep(300);
  expect(await soon(ask('/v1/tasks/awaited', service.allKey))).toBe(200);
  expect(await Promise.all(waits)).toEqual(waits.map(() => 200));
});

test('who loses the right to read while it waits for its turn is refused', async () => {
  const release = await hold('error_group');
  const token = await service.key('tasks/read');
  const asked = Array.from({ length: 12 }, () => ask('/v1/error-groups', token));
  await sleep(300);
  await service.database`delete from api_key where name = 'test key' and scopes = array['tasks/read']
    and created_on = (select max(created_on) from api_key)`;
  await expect.poll(() => soon(ask('/v1/tasks', token)), { timeout: 20_000 }).toBe(401);
  await release();
  expect((await Promise.all(asked)).filter((status) => status === 401).length).toBeGreaterThanOrEqual(6);
});

const entry = { entries: [{ message: 'm' }] };
const write = async (token: string) =>
  (await service.call('POST', '/v1/tasks/written/history/1/logs', { token, body: entry })).status;
const save = async (token: string, characters: number) => {
  const body = { value: 'x'.repeat(characters) };
  return (await service.call('PUT', '/v1/stores/written/entries/a', { token, body })).status;
};

const bytes = Buffer.from('bytes');
const ofBytes = { 'content-type': 'application/octet-stream' };
const tus = { 'tus-resumable': '1.0.0' };
const put = async (path: string, request: TestRequest) => (await service.call('PUT', path, request)).status;

/** Begins a resumable upload of an entry and returns its path. */
async function beginUpload(token: string): Promise<string> {
  const input = JSON.stringify({ storeName: 'turns', id: 'saved', overwrite: true });
  const metadata = `input ${Buffer.from(input).toString('base64')}`;
  const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata };
  const answer = await service.call('POST', '/v1/uploads', { token, headers });
  return new URL(answer.headers.get('location') ?? '', service.url).pathname;
}

/** Adds the bytes of an upload. */
async function append(path: string, token: string): Promise<number> {
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  return (await service.call('PATCH', path, { token, raw: bytes, headers })).status;
}

/** Uploads a blob whose last byte comes at the end of a promise. */
async function uploadUntil(token: string, isEnough: Promise<void>): Promise<number> {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes);
      await isEnough;
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const headers = { ...ofBytes, authorization: `Bearer ${token}` };
  const request: RequestInit & { duplex: 'half' } = { method: 'PUT', body, headers, duplex: 'half' };
  return (await fetch(`${service.url}/v1/stores/turns/blobs/saved?overwrite=true`, request)).status;
}

/** Small changes that do not share a commit. */
const changes: Record<string, (token: string) => Promise<number>> = {
  'a lock': (token) => put(`/v1/locks/${crypto.randomUUID()}`, { token, body: { waitInMs: 1_000 } }),
  'an upload': (token) => put('/v1/stores/turns/blobs/saved?overwrite=true', { token, raw: bytes, headers: ofBytes }),
  'an entry with a blob': async (token) => {
    const body = new FormData();
    body.set('input', JSON.stringify({ value: 1 }));
    body.set('blob', new Blob([bytes]), 'bytes');
    const headers = { authorization: `Bearer ${token}` };
    const url = `${service.url}/v1/stores/turns/entries/${crypto.randomUUID()}`;
    return (await fetch(url, { method: 'PUT', body, headers })).status;
  },
  'an entry with a marker': (token) =>
    put('/v1/stores/turns/entries/saved', { token, body: { value: { secret: { $redacted: true }, more: 1 } } }),
};

describe('changes of one owner that take long', () => {
  let slow = '';
  beforeAll(async () => {
    const body = { id: 'written', type: 'test.echo', queue: 'unserved' };
    await service.call('POST', '/v1/tasks', { token: service.allKey, body });
    const marked = { value: { secret: 'x' }, sensitive: ['/secret'], hasBlob: true };
    await service.call('PUT', '/v1/stores/turns/entries/saved', { token: service.allKey, body: marked });
  });
  beforeEach(async () => {
    slow = await service.key(
      'tasks/read',
      'tasks/create',
      'logs/create',
      'state/create',
      'events/create',
      'locks/create',
    );
  });

  test('leave others their turn and connections, and the owner waits', async () => {
    const release = await hold('log_entry');
    const other = await service.key('tasks/read', 'tasks/create', 'state/create', 'events/create');
    const asked = Array.from({ length: 60 }, () => write(slow));
    const raise = async (token: string) =>
      (await service.call('POST', '/v1/tasks/written/events/e', { token, body: { value: 1 } })).status;
    await expect.poll(() => soon(raise(slow)), { timeout: 20_000 }).toBe('waits');
    for (let count = 0; count < 5; count += 1) {
      expect(await soon(ask('/v1/tasks/written', other))).toBe(200);
      expect(await soon(raise(other))).toBe(204);
      expect(await soon(save(other, 100_000))).toBeLessThan(300);
    }
    expect(await soon(ask('/v1/tasks/written', slow)), 'a read of the owner').toBe(200);
    await release();
    expect(await Promise.all(asked)).toEqual(asked.map(() => 204));
  });

  test('let its small entries and tasks through, which share commits, and not its large ones', async () => {
    const release = await hold('log_entry');
    const asked = Array.from({ length: 16 }, () => write(slow));
    await expect.poll(() => soon(save(slow, 100_000)), { timeout: 20_000 }).toBe('waits');
    expect(await soon(save(slow, 100))).toBeLessThan(300);
    const body = { type: 'test.echo', queue: 'unserved' };
    const created = service.call('POST', '/v1/tasks', { token: slow, body });
    expect(await soon(created.then(({ status }) => status))).toBe(201);
    await release();
    expect(await Promise.all(asked)).toEqual(asked.map(() => 204));
  });

  test('wait as well when they are locks, uploads or entries with a marker', async () => {
    const release = await hold('log_entry');
    const begun = await beginUpload(slow);
    const other = await service.key('locks/create', 'state/create');
    const asked = Array.from({ length: 20 }, () => write(slow));
    await expect.poll(() => soon(save(slow, 100_000)), { timeout: 20_000 }).toBe('waits');
    for (const [what, change] of Object.entries(changes)) {
      expect(await soon(change(other)), what).toBeLessThan(300);
      const own = change(slow);
      asked.push(own);
      expect(await soon(own, 500), what).toBe('waits');
    }
    const part = append(begun, slow);
    asked.push(part);
    expect(await soon(part, 500), 'a part of an upload').toBe('waits');
    await release();
    for (const status of await Promise.all(asked)) expect(status).toBeLessThan(300);
  });

  test('let a renewal of a lock go before the others of its owner', async () => {
    const token = await service.key('locks/create', 'logs/create', 'state/create', 'tasks/update');
    const acquire = (body: object) => service.call('PUT', '/v1/locks/renewed', { token, body });
    const { fencingToken } = (await acquire({})).body as { fencingToken: string };
    const releaseLines = await hold('log_entry');
    const stuck = Array.from({ length: 11 }, () => write(token));
    const releaseGroups = await hold('error_group');
    const last = service.call('PATCH', '/v1/error-groups/none', { token, body: { status: 'open' } });
    await expect.poll(() => soon(save(token, 100_000), 500), { timeout: 20_000 }).toBe('waits');
    const done: string[] = [];
    const waiting = Array.from({ length: 3 }, () => save(token, 100_000).then(() => done.push('an entry')));
    await sleep(300);
    const renewal = acquire({ fencingToken }).then(({ status }) => done.push(`a renewal: ${status}`));
    await sleep(300);
    await releaseGroups();
    await Promise.all([renewal, ...waiting, last]);
    expect(done[0]).toBe('a renewal: 200');
    await releaseLines();
    expect(await Promise.all(stuck)).toEqual(stuck.map(() => 204));
  });

  test('have no turn while they wait for a lock, for bytes, or for the first with the same key', async () => {
    const body = { value: 1 };
    const raise = async () => (await service.call('POST', '/v1/tasks/written/events/e', { token: slow, body })).status;
    /** Makes more changes than one owner has turns. They end with `end`, and leave a turn for another change until then. */
    const leaveTurns = async (what: string, change: () => Promise<number>, end: () => unknown): Promise<number[]> => {
      let ended = 0;
      const count = () => {
        ended += 1;
      };
      const waiting = Array.from({ length: 14 }, change);
      for (const one of waiting) one.then(count, count);
      await sleep(500);
      await expect.poll(() => soon(raise()), { message: what, timeout: 20_000 }).toBe(204);
      expect(ended, `${what} that ended before`).toBe(0);
      await end();
      return Promise.all(waiting);
    };

    await service.call('PUT', '/v1/locks/held', { token: service.allKey, body: {} });
    const waitForLock = () => put('/v1/locks/held', { token: slow, body: { waitInMs: 60_000 } });
    const sendNoMore = () => service.database`delete from api_key where key_hash = ${hashToken(slow)}`;
    const { promise: isEnough, resolve: complete } = Promise.withResolvers<void>();
    const uploaded = await leaveTurns('uploads', () => uploadUntil(slow, isEnough), complete);
    for (const status of uploaded) expect(status).toBeLessThan(300);

    const release = await hold('log_entry');
    const request = { token: slow, body: entry, headers: { 'idempotency-key': 'the same for all' } };
    const log = async () => (await service.call('POST', '/v1/tasks/written/history/1/logs', request)).status;
    const repeated = await leaveTurns('repetitions', log, release);
    for (const status of repeated) expect(status).toBe(204);

    const refused = await leaveTurns('waits for a lock', waitForLock, sendNoMore);
    for (const status of refused) expect(status).toBe(401);
  });

  test('are refused when it loses the right while they wait', async () => {
    const linesOf = async () => (await service.database`select from log_entry`).length;
    const before = await linesOf();
    const release = await hold('log_entry');
    const asked = Array.from({ length: 20 }, () => write(slow));
    await expect.poll(() => soon(save(slow, 100_000)), { timeout: 20_000 }).toBe('waits');
    await service.database`delete from api_key where key_hash = ${hashToken(slow)}`;
    await expect.poll(() => soon(ask('/v1/tasks', slow)), { timeout: 20_000 }).toBe(401);
    await release();
    const answers = await Promise.all(asked);
    expect(answers.filter((status) => status === 401).length).toBeGreaterThanOrEqual(6);
    expect(await linesOf()).toBe(before + answers.filter((status) => status === 204).length);
  });
});
