import { beforeAll, expect, test } from 'vitest';
import type { Bounds } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, addWorker, endTask, registerType, startEngine } from '../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');
const declined = { name: 'PaymentError', message: 'card declined', step: 'charge', fingerprint: 'f1', stack: 'at x' };

beforeAll(async () => {
  await registerType(fixture.database, 'report');
  await addWorker(fixture.database, { name: 'w1', slots: 8, busy: 3, queues: ['default', 'bulk'] });
  await addWorker(fixture.database, { name: 'w2', slots: 8, expiresInMs: -1_000 });
});

test('the overview tells counts, rates, errors, what stands, what is next, and who works', async () => {
  for (let n = 0; n < 6; n++) await endTask(fixture.database, await fixture.create());
  const failed = [await fixture.create(), await fixture.create()];
  for (const id of failed) await endTask(fixture.database, id, 'failed', declined);
  const paused = await fixture.create();
  await fixture.engine.pauseTask(paused, ada);
  const scheduled = await fixture.create({ type: 'report', name: 'Nightly', schedule: { cron: '0 3 * * *' } });
  const statistics = await fixture.engine.getStatistics(3_600_000);
  expect(statistics.byStatus).toContainEqual({ status: 'succeeded', count: 6, isCapped: false });
  expect(statistics.byStatus).toContainEqual({ status: 'paused', count: 1, isCapped: false });
  expect(statistics.failureRate).toBe(0.25);
  expect(statistics.ended.reduce((sum, interval) => sum + interval.succeeded, 0)).toBe(6);
  expect(statistics.ended).toHaveLength(60);
  expect(statistics.errors).toMatchObject([
    { fingerprint: 'f1', count: 2, type: 'order', taskId: failed[1], error: { name: 'PaymentError', step: 'charge' } },
  ]);
  expect(statistics.errors[0]?.error).not.toHaveProperty('stack');
  expect(statistics.stuck).toMatchObject([{ kind: 'paused', subject: ada.name, count: 1, taskId: paused }]);
  expect(statistics.nextSchedules).toMatchObject([{ taskId: scheduled, name: 'Nightly', type: 'report' }]);
  expect(statistics.workers).toEqual({ live: 1, slots: 8, busy: 0 });
});

test('of nothing are empty, not a failure', async () => {
  const empty = await startEngine();
  const statistics = await empty.engine.getStatistics(60_000);
  expect(statistics).toMatchObject({ failureRate: 0, errors: [], stuck: [], nextSchedules: [] });
  expect(statistics).not.toHaveProperty('runTimeInMs');
  await empty.end();
});

test('workers come live ones first, with the runs they hold', async () => {
  const id = await fixture.create();
  await fixture.database`
    update active_run set status = 'running', worker_key = (select key from worker where id = 'w1')
    where task_key = (select key from task where id = ${id})`;
  await fixture.database`update worker set busy = 7 where id = 'w1'`; // of a heartbeat some seconds ago
  const first = await fixture.engine.listWorkers({ maxPageSize: 1 });
  expect(first.value).toMatchObject([{ id: 'w1', status: 'live', busy: 1, running: [{ taskId: id, runCount: 1 }] }]);
  const second = await fixture.engine.listWorkers({ maxPageSize: 1, continuationToken: first.continuationToken });
  expect(second).toMatchObject({ value: [{ id: 'w2', status: 'expired' }] });
  expect(second.continuationToken).toBeUndefined();
});

test('queues are those with tasks or workers, with what waits in them', async () => {
  await fixture.create({ queue: 'bulk' });
  await fixture.create({ queue: 'alone' });
  const first = await fixture.engine.listQueues({ maxPageSize: 2 });
  expect(first.value).toMatchObject([
    { name: 'alone', queued: 1, workerCount: 0, slots: 0 },
    { name: 'bulk', queued: 1, workerCount: 1, slots: 8 },
  ]);
  const second = await fixture.engine.listQueues({ maxPageSize: 2, continuationToken: first.continuationToken });
  expect(second.value).toMatchObject([{ name: 'default', running: 1 }]);
});

test('a queue counts each queued run once: without a key, with one that it waits for, and with one that it holds', async () => {
  const { create, database, engine } = fixture;
  const keyed = { concurrencyKey: 'customer-7', concurrencyLimit: 1 };
  const [waits, holds] = [await create({ queue: 'keyed', ...keyed }), await create({ queue: 'keyed', ...keyed })];
  await create({ queue: 'keyed' });
  await create({ queue: 'keyed-too', ...keyed });
  await database`
    update active_run set started_on = now(), queued_on = '2026-01-02T00:00:00Z' where task_key = (select key from task where id = ${holds})`;
  await database`
    update active_run set queued_on = '2026-01-01T00:00:00Z' where task_key = (select key from task where id = ${waits})`;
  const queues = async (bounds?: Bounds) => (await engine.listQueues({ maxPageSize: 50 }, bounds)).value;
  expect(await queues()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'keyed', queued: 3, oldestQueuedOn: '2026-01-01T00:00:00.000Z' }),
      expect.objectContaining({ name: 'keyed-too', queued: 1 }),
    ]),
  );
  expect(await queues({ types: ['none'], queues: ['keyed'] })).toMatchObject([{ name: 'keyed', queued: 0 }]);
  await database`delete from active_run where queue like 'keyed%'`;
  await database`delete from task where queue like 'keyed%'`;
});

test('task types tell their live workers', async () => {
  const types = await fixture.engine.listTaskTypes({ maxPageSize: 10 });
  expect(types.value.map(({ type, workerCount }) => [type, workerCount])).toEqual([
    ['order', 1],
    ['report', 0],
  ]);
  await expect(fixture.engine.getTaskType('none')).rejects.toMatchObject({ code: 'TaskTypeNotFound' });
});
