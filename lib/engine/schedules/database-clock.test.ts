import { beforeEach, describe, expect, test } from 'vitest';
import type { TaskConfig, TaskListFilter } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { actOnTasks } from '../bulk/act-on-tasks.ts';
import { idsBetween } from '../logs/log-ids.ts';
import { CrowdedCallers } from '../tasks/crowded-callers.ts';
import { testWorker } from '../testing/claims-by-hand.ts';
import { startEngineWithClock } from '../testing/clock-fixture.ts';
import { ada, addWorker, config, endTask, listing } from '../testing/engine-fixture.ts';
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

describe('a time that the clock shows twice because it was set back', () => {
  const at = async (time: string, tasks: number) => {
    await fixture.setClock(`2030-01-01 ${time}+00`);
    for (let n = 0; n < tasks; n++) await fixture.engine.createTask(config(), ada);
  };
  /** Sets the clock back while a worker lives. */
  const setBack = async (from: string, to: string) => {
    await fixture.setClock(`2030-01-01 ${from}+00`);
    await fixture.owner`truncate worker`;
    await addWorker(fixture.database, { name: 'w1' });
    await fixture.setClock(`2030-01-01 ${to}+00`);
    await takeOverExpired(fixture.database);
  };
  const listed = async (given: Partial<TaskListFilter>) =>
    (await fixture.engine.listTasks(listing({ maxPageSize: '100', ...given }))).value.length;

  // With these numbers, a search among the keys meets each of both passes first.
  test.each([
    [4, 4, 8, 4],
    [4, 12, 4, 4],
  ])('hides no task from a list: %d, %d, then %d and %d', async (early, late, again, after) => {
    await at('11:30:00', early);
    await at('12:00:00', late);
    await setBack('12:00:00', '11:15:00');
    await at('11:30:30', again);
    await at('12:30:00', after);
    const time = '2030-01-01T11:45:00.000Z';
    expect(await listed({ createdAfter: time })).toBe(late + after);
    expect(await listed({ createdBefore: time })).toBe(early + again);
    expect(await listed({ createdBefore: time, orderBy: 'endedOn desc' })).toBe(early + again);
  });

  test('hides no line of a log', async () => {
    await at('11:30:00', 1);
    const [task] = await fixture.database<{ key: number }[]>`select key from task`;
    const log = (time: string, lines: number) => fixture.database`
      insert into log_entry (task_key, run_count, attempt, level, message, logged_on)
      select ${task?.key ?? 0}, 1, 1, 'info', 'x', ${`2030-01-01 ${time}+00`}::timestamptz from generate_series(1, ${lines})`;
    for (const [lines, repeated] of [
      [4, 8],
      [12, 4],
    ] as const) {
      await fixture.owner`truncate log_entry, repeated_time`;
      await log('11:30', 4);
      await log('12:00', lines);
      await setBack('12:00:00', '11:15:00');
      await log('11:30', repeated);
      await log('12:30', 4);
      const time = '2030-01-01T11:45:00.000Z';
      const [from, until] = [
        await idsBetween(fixture.database, { loggedAfter: time }),
        await idsBetween(fixture.database, { loggedBefore: time }),
      ];
      const [outside] = await fixture.database<{ later: number; earlier: number }[]>`
        select count(*) filter (where logged_on > ${time} and id < ${from.from}) as later,
          count(*) filter (where logged_on < ${time} and id >= ${until.until}) as earlier from log_entry`;
      expect(outside).toEqual({ later: 0, earlier: 0 });
    }
  });

  test('is noted once, with what overlaps it', async () => {
    await fixture.owner`truncate repeated_time`;
    for (const [ahead, back] of [
      ['12:00', '11:00'],
      ['11:30', '10:30'],
      ['16:00', '15:59'],
    ] as const) {
      await setBack(`${ahead}:00`, `${back}:00`);
      await takeOverExpired(fixture.database);
    }
    const noted = await fixture.database<{ back: string; ahead: string }[]>`
      select to_char(back at time zone 'UTC', 'HH24:MI') as back, to_char(ahead at time zone 'UTC', 'HH24:MI') as ahead
      from repeated_time order by back`;
    expect([...noted]).toEqual([
      { back: '10:30', ahead: '12:00' },
      { back: '15:59', ahead: '16:00' },
    ]);
  });
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
    actOnTasks(transaction, { kind: 'cancel' }, items, ada, {
      crowded: new CrowdedCallers(fixture.database),
      declared: new Map(),
    }),
  );
  expect(acted.map(({ refusal }) => refusal)).toEqual([{ code: 'InvalidTransition', message: why }, undefined]);
  const statuses = [unknown, known, pending].map(async ({ id }) => (await taskOf(id)).status);
  expect(await Promise.all(statuses)).toEqual(['queued', 'scheduled', 'cancelled']);
});
