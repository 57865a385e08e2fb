import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { addWorker, type config, registerType, startEngine } from '../testing/engine-fixture.ts';
import { readStuck } from './not-moving.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await registerType(fixture.database, 'render');
});
beforeEach(async () => {
  await fixture.database`delete from task`;
  await fixture.database`delete from active_run`;
  await fixture.database`delete from worker`;
});

async function create(
  count: number,
  given: Parameters<typeof config>[0] = {},
  columns: Record<string, string | null> = {},
) {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const id = await fixture.create(given);
    ids.push(id);
    const since = `2026-01-01T00:00:0${index}Z`;
    await fixture.database`
      update active_run set ${fixture.database({ requeued_on: since, ...columns })}
      where task_key = (select key from task where id = ${id})`;
  }
  return ids;
}
const waiting = (kind: string, name: string) => ({
  ...{ status: 'waiting', wait_kind: kind, wait_name: name, waiting_since: '2026-01-01T00:00:00Z' },
});

describe('tasks that do not move', () => {
  test('are one group for each queue that no worker serves, however many others wait as planned', async () => {
    await addWorker(fixture.database, { name: 'w', types: ['order', 'render'] });
    await create(12, {}, waiting('event', 'approval'));
    await create(3, {}, waiting('sleep', 'cool down'));
    const [first] = await create(2, { queue: 'gpu' });
    await create(1, { queue: 'gpu', type: 'render' });
    await create(1);
    const stuck = await readStuck(fixture.database);
    expect(stuck.map(({ kind, queue, count, isPlanned }) => [kind, queue, count, isPlanned])).toEqual([
      ['noWorker', 'gpu', 3, false],
      ['event', undefined, 12, true],
      ['sleep', undefined, 3, true],
    ]);
    expect(stuck[0]).toMatchObject({ taskId: first, oldestOn: '2026-01-01T00:00:00.000Z' });
    expect(stuck[1]).toMatchObject({ subject: 'approval' });
  });

  test('are told one by one up to fifty of a kind, and together beyond', async () => {
    await addWorker(fixture.database, { name: 'w', types: ['order'] });
    for (let index = 0; index < 52; index++) await create(1, { queue: `queue-${index}` });
    await create(2, { queue: 'busiest' });
    const stuck = await readStuck(fixture.database);
    expect(stuck).toHaveLength(51);
    expect(stuck[0]).toMatchObject({ queue: 'busiest', count: 2 });
    expect(stuck[50]).toMatchObject({ kind: 'noWorker', count: 3, otherReasons: 3 });
    expect(stuck[50]).not.toHaveProperty('queue');
  });

  test('name the type where workers serve the queue, and nothing where no worker is live', async () => {
    await create(2, { type: 'render' });
    expect(await readStuck(fixture.database)).toMatchObject([{ kind: 'noWorker', count: 2 }]);
    expect((await readStuck(fixture.database))[0]).not.toHaveProperty('queue');
    await addWorker(fixture.database, { name: 'w' });
    expect(await readStuck(fixture.database)).toMatchObject([{ queue: 'default', type: 'render', count: 2 }]);
  });

  test('stand in the line of busy workers for long', async () => {
    await addWorker(fixture.database, { name: 'w', slots: 2, busy: 2 });
    await create(3);
    expect(await readStuck(fixture.database)).toMatchObject([{ kind: 'slots', queue: 'default', count: 3 }]);
    await addWorker(fixture.database, { name: 'free', slots: 2, busy: 1 });
    expect(await readStuck(fixture.database)).toEqual([]);
  });

  test('back off by the error of their type, also in a step, and are paused by someone', async () => {
    const error = JSON.stringify({ name: 'BankError', message: 'closed', fingerprint: 'f' });
    await create(2, {}, { status: 'retrying', last_error: error });
    const began = '2026-01-01T00:00:00.000Z';
    await create(1, {}, { ...waiting('step', 'charge'), started_on: began, waiting_since: '2026-01-01T00:10:00Z' });
    await create(1, {}, { status: 'paused', paused_by: 'ada', paused_on: '2026-01-01T00:00:00Z' });
    expect(await readStuck(fixture.database)).toMatchObject([
      { kind: 'backoff', type: 'order', subject: 'BankError', status: 'retrying', count: 2, isPlanned: false },
      { kind: 'backoff', type: 'order', subject: 'charge', status: 'waiting', count: 1, oldestOn: began },
      { kind: 'paused', subject: 'ada', count: 1 },
    ]);
  });

  test('wait for a key that is taken, and come first where their worker is silent', async () => {
    await addWorker(fixture.database, { name: 'w' });
    await create(2, { concurrencyKey: 'customer' });
    const lost = await addWorker(fixture.database, { name: 'gone', expiresInMs: -1_000 });
    const [id] = await create(1);
    await fixture.database`
      update active_run set status = 'running', worker_key = ${lost} where task_key = (select key from task where id = ${id ?? ''})`;
    expect(await readStuck(fixture.database)).toMatchObject([
      { kind: 'leaseExpired', subject: 'gone', taskId: id },
      { kind: 'concurrency', subject: 'customer', count: 2, isPlanned: true },
    ]);
  });

  test('back off in a step also behind more waits of handlers than are counted', async () => {
    await addWorker(fixture.database, { name: 'w' });
    await create(1, {}, { ...waiting('event', 'approval') });
    await fixture.database`
      insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority, wait_kind, wait_name, waiting_since)
      select -n, 1, 'waiting', 'create', 'x', 'order', 'default', 0, 'event', 'approval', now() from generate_series(1, 10001) n`;
    const [id] = await create(1, {}, waiting('step', 'charge'));
    const stuck = await readStuck(fixture.database);
    expect(stuck).toMatchObject([{ kind: 'backoff', status: 'waiting', subject: 'charge', count: 1, taskId: id }]);
  });
});
