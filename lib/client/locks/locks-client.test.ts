import type { PipelinePolicy } from '@azure/core-rest-pipeline';
import { beforeAll, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../../service/testing/test-service.ts';
import { isRequestFailedError, TaskClient } from '../index.ts';

const service = started(startTestService, 'close');
let locks: ReturnType<TaskClient['getLocksClient']>;
beforeAll(async () => {
  locks = new TaskClient(service.url, { key: service.allKey }).getLocksClient();
});

test('acquires, lists, renews and releases', async () => {
  const lock = await locks.acquireLockAsync('a / b', { owner: 'me', ttlInMs: 5_000 });
  expect(lock).toMatchObject({ name: 'a / b', owner: 'me' });
  const listed = [];
  for await (const item of locks.listLocksAsync({ search: 'a /' })) listed.push(item.name);
  expect(listed).toEqual(['a / b']);
  await expect(locks.acquireLockAsync('a / b')).rejects.toSatisfy(
    (error) => isRequestFailedError(error) && error.code === 'LockHeld' && error.statusCode === 409,
  );
  const renewed = await locks.renewLockAsync('a / b', lock.fencingToken, { ttlInMs: 60_000 });
  expect(renewed.expiresOn && lock.expiresOn && renewed.expiresOn > lock.expiresOn).toBe(true);
  await expect(locks.renewLockAsync('a / b', lock.fencingToken + 1)).rejects.toMatchObject({ code: 'LockLost' });
  expect(await locks.getLockAsync('a / b')).toMatchObject({ fencingToken: lock.fencingToken });
  await locks.releaseLockAsync('a / b', lock.fencingToken);
  await expect(locks.renewLockAsync('a / b', lock.fencingToken)).rejects.toMatchObject({ code: 'LockLost' });
  await expect(locks.getLockAsync('a / b')).rejects.toMatchObject({ code: 'LockNotFound' });
});

test('a held lock outlives its time by renewing itself, and is free after the block', async () => {
  {
    await using held = await locks.holdLock('held', { ttlInMs: 5_000 });
    const expiresOn = async () => (await locks.getLockAsync('held')).expiresOn ?? '';
    const end = new Date(Date.parse(await expiresOn()) + 1_000).toISOString();
    await expect.poll(expiresOn, { timeout: 15_000 }).toSatisfy((renewed: string) => renewed > end);
    expect(held.signal.aborted).toBe(false);
    await expect(locks.acquireLockAsync('held')).rejects.toMatchObject({ code: 'LockHeld' });
  }
  await expect(locks.acquireLockAsync('held')).resolves.toMatchObject({ name: 'held' });
});

test('the holder is told when the lock is taken from it, and its release does not harm the next', async () => {
  await locks.withLock(
    'broken',
    async ({ signal }) => {
      const lost = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await locks.breakLockAsync('broken');
      await locks.acquireLockAsync('broken', { owner: 'next' });
      await lost;
      expect(signal.reason).toMatchObject({ code: 'LockLost' });
    },
    { ttlInMs: 5_000 },
  );
  await expect(locks.getLockAsync('broken')).resolves.toMatchObject({ owner: 'next' });
});

test('work that throws frees the lock, and one that waits has its whole time', async () => {
  const failing = locks.withLock('thrown', () => Promise.reject(new Error('no')), { ttlInMs: 5_000 });
  await expect(failing).rejects.toThrow('no');
  const first = await locks.holdLock('thrown', { ttlInMs: 60_000 });
  const waiting = locks.holdLock('thrown', { ttlInMs: 5_000, waitInMs: 20_000 });
  await expect.poll(async () => (await locks.getLockAsync('thrown')).waitingCount, { timeout: 15_000 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await first.release();
  await first.release();
  await using second = await waiting;
  expect(second.fencingToken).toBeGreaterThan(first.fencingToken);
  expect(second.signal.aborted).toBe(false);
});

test('a service that is away for longer than the lock lasts means that it is lost', async () => {
  const proxy = new TaskClient(
    service.url,
    { key: service.allKey },
    {
      retry: { maximumRetries: 0 },
      additionalPolicies: [
        {
          position: 'perCall',
          policy: {
            name: 'away',
            sendRequest: (request, next) =>
              request.method === 'PUT' && String(request.body).includes('fencingToken')
                ? Promise.reject(new Error('away'))
                : next(request),
          },
        },
      ],
    },
  );
  const held = await proxy.getLocksClient().holdLock('away', { ttlInMs: 1_000 });
  await expect.poll(() => held.signal.aborted, { timeout: 15_000 }).toBe(true);
  await held.release();
});

test.each([
  ['aborted', 'AbortError'],
  ['cut off by its time', 'RequestFailedError'],
])('a lock that was acquired by a call that is %s before the answer does not stay held', async (how, name) => {
  const controller = new AbortController();
  const answered = Promise.withResolvers<void>();
  let isFirst = true;
  const policy: PipelinePolicy = {
    name: 'late answer',
    async sendRequest(request, next) {
      const answer = await next(request);
      if (isFirst) {
        isFirst = false;
        answered.resolve();
        await new Promise((resolve) => request.abortSignal?.addEventListener('abort', resolve));
      }
      return answer;
    },
  };
  const policies = { additionalPolicies: [{ policy, position: 'perRetry' as const }] };
  const client = new TaskClient(service.url, { key: service.allKey }, policies);
  const { signal: abortSignal } = controller;
  const options = how === 'aborted' ? { abortSignal } : { timeoutInMs: 2_000 };
  const working = client.getLocksClient().withLock(how, () => 'never', { ttlInMs: 3_600_000, ...options });
  working.catch(() => {});
  await answered.promise;
  const held = async () => (await service.database`select from held_lock where name = ${how}`).length;
  expect(await held()).toBe(1);
  controller.abort();
  await expect(working).rejects.toMatchObject({ name });
  await expect.poll(held, { timeout: 10_000 }).toBe(0);
});

test('work that is no function is refused before the lock is acquired', async () => {
  const notWork: unknown = 5;
  const before = await locks.acquireLockAsync('unguarded');
  await locks.releaseLockAsync('unguarded', before.fencingToken);
  // @ts-expect-error: what a program without types can pass
  await expect(locks.withLock('unguarded', notWork)).rejects.toThrow(new TypeError('work: must be a function'));
  const after = await locks.acquireLockAsync('unguarded');
  expect(after.fencingToken).toBe(before.fencingToken + 1);
});
