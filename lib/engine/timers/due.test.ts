import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TaskConfig, WatchChange } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { longestTurnInMs, longestTurnOf } from '../../schema/testing/watch-loop.ts';
import { heldBy, moveOf, testWorker } from '../testing/claims-by-hand.ts';
import { ada, addWorker, registerType, startEngine } from '../testing/engine-fixture.ts';
import { endOverdueRuns, nextDue, queueDueRuns, wakeStrandedRuns } from './due.ts';
import { createNextRuns } from './next-runs.ts';
import { forgetExpired, freeOrphans, leave, takeOverExpired } from './take-over.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await registerType(fixture.database, 'report');
});
beforeEach(async () => {
  await fixture.database`delete from active_run`;
  await fixture.database`delete from worker`;
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const statusOf = async (id: string) => (await fixture.engine.getTask(id)).status;

/** Moves a run's times: everything that was due within two hours is due. */
async function age(id: string, by = '2 hours'): Promise<void> {
  await fixture.database`
    update active_run set due_on = due_on - ${by}::interval, started_on = started_on - ${by}::interval,
      deadline_on = deadline_on - ${by}::interval
    where task_key = (select key from task where id = ${id})`;
}

/** A run that the test has claimed. */
async function claimed(given: Partial<TaskConfig> = {}) {
  const id = await fixture.create(given);
  const worker = await testWorker(fixture.database, [{}]);
  const claim = await worker.claimOne();
  return { id, worker, run: heldBy(claim) };
}

describe('runs whose time has come', () => {
  test('are queued, each once, and not before', async () => {
    const id = await fixture.create({ startOn: inAnHour() });
    expect(await queueDueRuns(fixture.database)).toBe(0);
    expect(await statusOf(id)).toBe('scheduled');
    await age(id);
    expect(await queueDueRuns(fixture.database)).toBe(1);
    expect(await statusOf(id)).toBe('queued');
    expect(await queueDueRuns(fixture.database)).toBe(0);
  });

  test('are found within a window only when it reaches back to them, and looked for ahead only as far as it goes', async () => {
    const window = { lookBackInMs: 3_700_000, lookAheadInMs: 1_000 };
    const [id, limited] = [await fixture.create({ startOn: inAnHour() }), await claimed({ timeoutInMs: 3_600_000 })];
    await fixture.database`delete from worker`;
    expect(await nextDue(fixture.database, window)).toBeNull();
    expect(await nextDue(fixture.database, { ...window, lookAheadInMs: 3_600_000 })).toBeGreaterThan(3_500_000);
    for (const aged of [id, limited.id]) await age(aged, '3 hours');
    expect(await queueDueRuns(fixture.database, window)).toBe(0);
    expect((await endOverdueRuns(fixture.database, window)).ended).toBe(0);
    window.lookBackInMs *= 2;
    expect(await nextDue(fixture.database, window)).toBeLessThan(0);
    expect(await queueDueRuns(fixture.database, window)).toBe(1);
    expect((await endOverdueRuns(fixture.database, window)).ended).toBe(1);
  });

  test.each(['waiting', 'retrying'] as const)('are queued out of %s', async (status) => {
    const { id, worker, run } = await claimed();
    await worker.flush([moveOf(run, status, { dueAt: performance.now() + 3_600_000 })]);
    expect(await queueDueRuns(fixture.database)).toBe(0);
    await age(id);
    expect(await queueDueRuns(fixture.database)).toBe(1);
    expect(await statusOf(id)).toBe('queued');
  });

  test('stay paused while they are paused, and go on at once when they are resumed', async () => {
    const id = await fixture.create({ startOn: inAnHour() });
    await fixture.engine.pauseTask(id, ada);
    await age(id);
    expect(await queueDueRuns(fixture.database)).toBe(0);
    expect(await statusOf(id)).toBe('paused');
    expect(await fixture.engine.resumeTask(id)).toMatchObject({ status: 'queued' });
  });
});

describe('runs that took too long', () => {
  test('are ended, running or waiting, with the reason; others go on', async () => {
    const running = await claimed({ timeoutInMs: 3_600_000 });
    const waiting = await claimed({ timeoutInMs: 1_800_000 });
    await waiting.worker.flush([moveOf(waiting.run, 'waiting', { waitKind: 'event' })]);
    const inTime = await claimed({ timeoutInMs: 3 * 3_600_000 });
    expect(await endOverdueRuns(fixture.database)).toEqual({ ended: 0, scheduled: [] });
    for (const { id } of [running, waiting, inTime]) await age(id);
    expect(await endOverdueRuns(fixture.database)).toEqual({ ended: 2, scheduled: [] });
    for (const [{ id }, limitInMs] of [[running, 3_600_000] as const, [waiting, 1_800_000] as const]) {
      const message = `the run took longer than its timeoutInMs of ${limitInMs} ms`;
      expect(await fixture.engine.getTask(id)).toMatchObject({
        status: 'timedOut',
        error: { name: 'TaskTimeoutError', message, fingerprint: 'task-timeout' },
      });
    }
    expect(await fixture.engine.getTask(running.id)).toMatchObject({ worker: 'by-hand' });
    expect(await statusOf(inTime.id)).toBe('running');
  });

  test('are left alone while they are paused, and end after they are resumed', async () => {
    const { id } = await claimed({ timeoutInMs: 3_600_000 });
    await fixture.engine.pauseTask(id, ada);
    await age(id);
    expect(await endOverdueRuns(fixture.database)).toEqual({ ended: 0, scheduled: [] });
    expect(await statusOf(id)).toBe('paused');
    await fixture.engine.resumeTask(id);
    expect((await endOverdueRuns(fixture.database)).ended).toBe(1);
    expect(await statusOf(id)).toBe('timedOut');
  });

  test('are left alone when they are paused while they are about to be ended', async () => {
    const { id } = await claimed({ timeoutInMs: 3_600_000 });
    await age(id);
    const isWaiting = async () => {
      const rows = await fixture.database`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%deadline_on%'`;
      return rows.length;
    };
    let ending: Promise<unknown> = Promise.resolve();
    await fixture.database.begin(async (transaction) => {
      await transaction`lock table active_run in exclusive mode`; // overdue runs can be found, not yet locked
      ending = endOverdueRuns(fixture.database);
      await expect.poll(isWaiting).toBe(1);
      await transaction`
        update active_run set status = 'paused' where task_key = (select key from task where id = ${id})`;
    });
    await ending;
    expect(await statusOf(id)).toBe('paused');
  });

  test('are told apart by their schedule, for the next occurrence', async () => {
    const { id, run } = await claimed({ timeoutInMs: 3_600_000 });
    const schedule = JSON.stringify({ cron: '0 3 * * *', timeZone: 'UTC' });
    await fixture.database`update task set schedule = ${schedule}::text::jsonb where id = ${id}`;
    await age(id);
    expect(await endOverdueRuns(fixture.database)).toEqual({ ended: 1, scheduled: [run.taskKey] });
  });
});

describe('the next time at which something is due', () => {
  test('is none where nothing is', async () => {
    await fixture.create();
    expect(await nextDue(fixture.database)).toBeNull();
  });

  test('is the soonest of starts, time limits and leases', async () => {
    await addWorker(fixture.database, { name: 'w', expiresInMs: 7_200_000 });
    expect(await nextDue(fixture.database)).toBeGreaterThan(7_100_000);
    await fixture.create({ startOn: inAnHour() });
    expect(await nextDue(fixture.database)).toBeLessThanOrEqual(3_600_000);
    await claimed({ timeoutInMs: 60_000 });
    const soonest = await nextDue(fixture.database);
    expect(soonest).toBeLessThanOrEqual(60_000);
    expect(soonest).toBeGreaterThan(0);
  });

  // Otherwise the timers would run without a pause.
  test('passes over what is paused and over workers that are known to be lost', async () => {
    const scheduled = await fixture.create({ startOn: inAnHour() });
    const running = await claimed({ timeoutInMs: 3_600_000 });
    for (const id of [scheduled, running.id]) {
      await fixture.engine.pauseTask(id, ada);
      await age(id);
    }
    await fixture.database`update worker set is_expired = true, expires_on = now() - interval '1 minute'`;
    expect(await nextDue(fixture.database)).toBeNull();
  });
});

test('a run that waits for a task which has ended is woken by the sweep; one whose task goes on is not', async () => {
  const [waiting, stranded] = [await claimed(), await claimed()];
  const [open, over] = [await fixture.create(), await fixture.create()];
  await waiting.worker.flush([moveOf(waiting.run, 'waiting', { waitKind: 'task', waitTaskId: open })]);
  await stranded.worker.flush([moveOf(stranded.run, 'waiting', { waitKind: 'task', waitTaskId: over })]);
  await fixture.database`delete from active_run where task_key = (select key from task where id = ${over})`;
  await wakeStrandedRuns(fixture.database);
  expect(await statusOf(waiting.id)).toBe('waiting');
  expect(await statusOf(stranded.id)).toBe('queued');
});

describe('the runs of a worker', () => {
  test('are taken over when its lease is over, not before, and once', async () => {
    const { id, worker } = await claimed();
    expect(await takeOverExpired(fixture.database)).toBe(0);
    expect(await statusOf(id)).toBe('running');
    await fixture.database`update worker set expires_on = now() - interval '1 ms' where key = ${worker.owner.key}`;
    expect(await takeOverExpired(fixture.database)).toBe(1);
    expect(await statusOf(id)).toBe('queued');
    expect(await takeOverExpired(fixture.database)).toBe(0);
    const { value } = await fixture.engine.listWorkers({ maxPageSize: 5 });
    expect(value).toMatchObject([{ status: 'expired', busy: 0, running: [] }]);
    await expect(worker.flush([], { leaseInMs: 60_000 })).rejects.toMatchObject({ code: 'TDL01' });
  });

  test('are its own only: those of others stay where they are', async () => {
    const [lost, kept] = [await claimed(), await claimed()];
    await fixture.database`update worker set expires_on = now() - interval '1 ms' where key = ${lost.worker.owner.key}`;
    await takeOverExpired(fixture.database);
    expect([await statusOf(lost.id), await statusOf(kept.id)]).toEqual(['queued', 'running']);
    await leave(fixture.database, kept.worker.owner.key);
    expect(await statusOf(kept.id)).toBe('queued');
    expect((await fixture.engine.listWorkers({ maxPageSize: 5 })).value).toHaveLength(1);
  });

  test('are told of when they go back to their queue', async () => {
    const { database, engine } = fixture;
    const lose: ((key: number) => Promise<unknown>)[] = [
      async (key) => {
        await database`update worker set expires_on = now() - interval '1 ms' where key = ${key}`;
        await takeOverExpired(database);
      },
      (key) => leave(database, key),
      async (key) => {
        await database`delete from worker where key = ${key}`;
        await freeOrphans(database);
      },
    ];
    const heard: WatchChange[] = [];
    const stop = engine.watch((change) => heard.push(change));
    for (const each of lose) {
      const { worker } = await claimed();
      // once a new task alone is heard of, all that was told before is
      await expect.poll(async () => [await fixture.create(), heard.at(-1)?.isOverflow][1]).toBe(false);
      heard.length = 0;
      await each(worker.owner.key);
      await expect.poll(() => heard.some(({ isOverflow }) => isOverflow)).toBe(true);
    }
    stop();
  });

  test('wait longer each time where worker after worker is lost at the same place', async () => {
    const { id, run } = await claimed();
    const { database } = fixture;
    const lose = async () => {
      await database`update active_run set status = 'running', due_on = null, worker_key = -1 where task_key = ${run.taskKey}`;
      await database`select free_runs('{-1}')`;
      const [row] = await database<{ status: string; delay: number | null }[]>`
        select status, extract(epoch from due_on - now())::float8 as delay from active_run where task_key = ${run.taskKey}`;
      return row;
    };
    expect((await lose())?.status).toBe('queued');
    expect((await lose())?.status).toBe('queued');
    const delays: (number | null | undefined)[] = [];
    for (let loss = 3; loss <= 8; loss += 1) delays.push((await lose())?.delay);
    for (const [index, seconds] of [2, 15, 60, 300, 600, 600].entries()) {
      expect(delays[index]).toBeGreaterThan(seconds * 0.7);
      expect(delays[index]).toBeLessThan(seconds * 1.3);
    }
    expect((await fixture.engine.getTask(id)).waitingFor).toMatchObject({
      kind: 'backoff',
      sentence: expect.stringMatching(/^8 workers in a row were lost while they ran this; .* queued again at /),
      next: expect.stringContaining('The logs of the workers say by what they ended'),
      failure: { name: 'WorkerLostError', message: expect.stringContaining('8 workers in a row were lost') },
    });
    // progress: its losses begin anew
    await database`update active_run set attempt = attempt + 1 where task_key = ${run.taskKey}`;
    expect(await lose()).toMatchObject({ status: 'queued', delay: null });
  });

  test("are nobody's once they are freed; one that does not run is not freed", async () => {
    const [running, asleep] = [await claimed(), await claimed()];
    const holds = async ({ taskKey }: { taskKey: number }) => {
      const [row] = await fixture.database`select status, worker_key from active_run where task_key = ${taskKey}`;
      return row;
    };
    await fixture.database`update active_run set status = 'waiting' where task_key = ${asleep.run.taskKey}`;
    const [before] = [await holds(asleep.run)];
    await fixture.database`select free_runs(${[running, asleep].map(({ worker }) => worker.owner.key)}::bigint[])`;
    expect(await holds(running.run)).toEqual({ status: 'queued', worker_key: null });
    expect(await holds(asleep.run)).toEqual(before);
  });

  test('are found by the sweep where the worker is gone or lost, and nowhere else', async () => {
    const [gone, lost, held] = [await claimed(), await claimed(), await claimed()];
    const paused = await claimed();
    await fixture.engine.pauseTask(paused.id, ada);
    await fixture.database`delete from worker where key = ${gone.worker.owner.key}`;
    await fixture.database`update worker set is_expired = true where key = ${lost.worker.owner.key}`;
    await freeOrphans(fixture.database);
    expect(await Promise.all([gone, lost, held, paused].map(({ id }) => statusOf(id)))).toEqual([
      'queued',
      'queued',
      'running',
      'paused',
    ]);
  });

  test('a lost worker is forgotten after an hour; one that lives never', async () => {
    for (const name of ['long lost', 'just lost', 'silent'])
      await addWorker(fixture.database, { name, expiresInMs: name === 'just lost' ? -60_000 : -3_700_000 });
    await fixture.database`update worker set is_expired = true where name <> 'silent'`;
    await forgetExpired(fixture.database);
    const names = await fixture.database<{ name: string }[]>`select name from worker order by name`;
    expect(names.map(({ name }) => name)).toEqual(['just lost', 'silent']);
  });
});

test('the next occurrences of many schedules hold no event loop', async () => {
  const cron = (index: number) => `${index % 60} ${Math.floor(index / 60)} 29 2 +1`; // each is years ahead, which takes long to find
  const ids = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      fixture.create({ schedule: { cron: cron(index), timeZone: 'America/New_York' } }),
    ),
  );
  const error = JSON.stringify({ name: 'Error', message: 'ended', fingerprint: 'f' });
  const created: number[] = [];
  const longest = await longestTurnOf(async () => {
    const ended = await fixture.database<{ key: number }[]>`
      select * from end_runs((select array_agg(key) from task where id = any(${ids})), 'timedOut', ${error}::json) as key`;
    const keys = ended.map(({ key }) => key);
    created.push(await createNextRuns(fixture.database, { keys }));
  });
  expect(new Set(created)).toEqual(new Set([500]));
  expect(longest).toBeLessThan(longestTurnInMs);
});
