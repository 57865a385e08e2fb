import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const ask = async (path: string, token: string) => (await service.call('GET', path, { token })).status;
const soon = (status: Promise<number>) => Promise.race([status, sleep(2_000).then(() => 'waits')]);

/** Holds every read of error groups in the database until the returned function is called. */
async function holdErrorGroups(): Promise<() => Promise<void>> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: hold, resolve: isHeld } = Promise.withResolvers<void>();
  const ended = service.owner.begin(async (transaction) => {
    await transaction`lock table error_group in access exclusive mode`;
    isHeld();
    await held;
  });
  await hold;
  return async () => {
    release();
    await ended;
  };
}

test('reads of one owner that take long leave others their turn, and the owner waits', async () => {
  const release = await holdErrorGroups();
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
  const release = await holdErrorGroups();
  const token = await service.key('tasks/read');
  const asked = Array.from({ length: 12 }, () => ask('/v1/error-groups', token));
  await sleep(300);
  await service.database`delete from api_key where name = 'test key' and scopes = array['tasks/read']
    and created_on = (select max(created_on) from api_key)`;
  await release();
  expect((await Promise.all(asked)).filter((status) => status === 401).length).toBeGreaterThanOrEqual(6);
});
