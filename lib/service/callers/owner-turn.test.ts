import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { hashToken } from '../access/session.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const ask = async (path: string, token: string) => (await service.call('GET', path, { token })).status;
const soon = (status: Promise<number>) => Promise.race([status, sleep(2_000).then(() => 'waits')]);

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
  const slow = await service.key('tasks/read');
  const other = await service.key('tasks/read', 'state/create');
  const asked = Array.from({ length: 20 }, () => ask('/v1/error-groups', slow));
  expect(await soon(ask('/v1/tasks', slow))).toBe('waits');
  for (let count = 0; count < 5; count += 1) expect(await soon(ask('/v1/tasks', other))).toBe(200);
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

describe('changes of one owner that take long', () => {
  let slow = '';
  beforeAll(async () => {
    const body = { id: 'written', type: 'test.echo', queue: 'unserved' };
    await service.call('POST', '/v1/tasks', { token: service.allKey, body });
  });
  beforeEach(async () => {
    slow = await service.key('tasks/read', 'tasks/create', 'logs/create', 'state/create', 'events/create');
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
