import { beforeEach, expect, test } from 'vitest';
import type { TaskConfig } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { actOnTasks } from '../bulk/act-on-tasks.ts';
import { CrowdedCallers } from '../tasks/crowded-callers.ts';
import { testWorker } from '../testing/claims-by-hand.ts';
import { startEngineWithClock } from '../testing/clock-fixture.ts';
import { ada, addWorker, config, endTask } from '../testing/engine-fixture.ts';
import { queueDueRuns } from '../timers/due.ts';
import { createNextRuns } from '../timers/next-runs.ts';
import { takeOverExpired } from '../timers/take-over.ts';

const fixture = started(startEngineWithClock, 'end');
beforeEach(async () => {
  await fixture.owner`truncate task, active_run, run, worker`;
  await addWorker(fixture.database, { name: 'w1' });
});

const hourly = { cron: '0 * * * *', timeZone: 'UTC' };
const create = async (given: Partial<TaskConfig> = {}) =>
  (await fixture.engine.createTask(config({ schedule: hourly, ...given }), ada)).task;
const taskOf = (id: string) => fixture.engine.getTask(id);

/** A task whose occurrence of noon was queued, and then did what the test says. */
async function begunAtNoon(): Promise<string> {
  await fixture.setClock('2030-01-01 11:30:00+00');
  const { id } = await create();
  await fixture.setClock('2030-01-01 12:00:00.2+00');
  expect(await queueDueRuns(fixture.database)).toBe(1);
  return id;
}

test('the last half of the millisecond before an occurrence skips none', async () => {
  const noon = '2030-01-01T12:00:00.000Z';
  await fixture.setClock('2030-01-01 11:59:59.9997+00');
  const created = await create();
  expect(created.nextRunOn).toBe(noon);
  const { id } = await create({ schedule: { cron: '0 0 * * *', timeZone: 'UTC' } });
  expect(await fixture.engine.updateTask(id, { schedule: hourly }, ada)).toMatchObject({ nextRunOn: noon });

  await fixture.setClock('2030-01-01 11:00:00.5+00');
  const repeated = await create({ schedule: { cron: '*/30 * * * *', timeZone: 'UTC' } });
  await fixture.setClock('2030-01-01 11:30:01+00');
  expect(await queueDueRuns(fixture.database)).toBe(1);
  await fixture.setClock('2030-01-01 11:59:59.9997+00');
  expect(await taskOf(repeated.id), 'while it runs').toMatchObject({ nextRunOn: noon });
  await endTask(fixture.database, repeated.id);
  await createNextRuns(fixture.database);
  expect(await taskOf(repeated.id)).toMatchObject({ status: 'scheduled', nextRunOn: noon });
});

test.each([
  ['ended', (id: string) => endTask(fixture.database, id)],
  ['was cancelled', (id: string) => fixture.engine.cancelTask(id)],
])('a clock that goes back does not bring an occurrence again whose run %s', async (_, end) => {
  const id = await begunAtNoon();
  await fixture.setClock('2030-01-01 11:59:58+00');
  expect(await taskOf(id), 'before its end').toMatchObject({ nextRunOn: '2030-01-01T13:00:00.000Z' });
  await end(id);
  await createNextRuns(fixture.database);
  expect(await taskOf(id)).toMatchObject({ status: 'scheduled', runCount: 2, nextRunOn: '2030-01-01T13:00:00.000Z' });
});

test('a clock that goes back keeps no run with a worker that is gone', async () => {
  await fixture.setClock('2030-01-01 12:00:00+00');
  const { task } = await fixture.engine.createTask(config(), ada);
  const worker = await testWorker(fixture.database, [{ type: 'order' }]);
  await worker.claimOne();
  await fixture.database`update worker set last_seen_on = now(), expires_on = now() + interval '15 seconds'`;
  const freedAt = async (time: string) => {
    await fixture.setClock(`2030-01-01 ${time}+00`);
    await takeOverExpired(fixture.database);
    return (await taskOf(task.id)).status;
  };
  expect(await freedAt('11:00:00')).toBe('running');
  expect(await freedAt('11:00:14')).toBe('running');
  expect(await freedAt('11:00:16')).toBe('queued');
});

test('a schedule in a time zone that this process does not know holds up no other, and is shown without a next run', async () => {
  await fixture.setClock('2030-01-01 11:30:00+00');
  const [unknown, known] = [await create(), await create()];
  await fixture.setClock('2030-01-01 12:00:00.2+00');
  await queueDueRuns(fixture.database);
  const elsewhere = JSON.stringify({ cron: '0 * * * *', timeZone: 'Mars/Olympus' });
  await fixture.database`update task set schedule = ${elsewhere}::text::jsonb where id = ${unknown.id}`;
  expect((await taskOf(unknown.id)).nextRunOn).toBeUndefined();
  for (const { id } of [unknown, known]) await endTask(fixture.database, id);
  const troubles: string[] = [];
  await createNextRuns(fixture.database, { onTrouble: ({ message }) => troubles.push(message) });
  expect(await taskOf(known.id)).toMatchObject({ status: 'scheduled', runCount: 2 });
  expect(await taskOf(unknown.id)).toMatchObject({ status: 'succeeded', runCount: 1 });
  expect(troubles).toEqual([expect.stringContaining(`the schedule of task "${unknown.id}" cannot be read here`)]);
});

test('a run is not cancelled whose next occurrence this process cannot find, by itself or among others', async () => {
  await fixture.setClock('2030-01-01 11:30:00+00');
  const [unknown, known, pending] = [await create(), await create(), await create()];
  await fixture.database`update active_run set status = 'queued', due_on = null where task_key in (
    select key from task where id in (${unknown.id}, ${known.id}))`;
  const elsewhere = JSON.stringify({ cron: '0 * * * *', timeZone: 'Mars/Olympus' });
  await fixture.database`
    update task set schedule = ${elsewhere}::text::jsonb where id in (${unknown.id}, ${pending.id})`;
  const why = 'this process cannot read its schedule, so its next run would be lost: change the schedule first';
  await expect(fixture.engine.cancelTask(unknown.id)).rejects.toMatchObject({
    code: 'InvalidTransition',
    message: `cannot cancel task "${unknown.id}": ${why}`,
  });
  await fixture.engine.cancelTask(pending.id);
  const rows = await fixture.database<{ id: string; key: number }[]>`select id, key from task`;
  const items = [unknown, known].map(({ id }, position) => ({
    ...{ position, task_id: id },
    task_key: rows.find((row) => row.id === id)?.key ?? null,
  }));
  const acted = await fixture.database.begin((transaction) =>
    actOnTasks(transaction, { kind: 'cancel' }, items, ada, new CrowdedCallers(fixture.database)),
  );
  expect(acted.map(({ refusal }) => refusal)).toEqual([{ code: 'InvalidTransition', message: why }, undefined]);
  const statuses = [unknown, known, pending].map(async ({ id }) => (await taskOf(id)).status);
  expect(await Promise.all(statuses)).toEqual(['queued', 'scheduled', 'cancelled']);
});
