import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TaskConfig } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { endOf, heldBy, testWorker } from '../testing/claims-by-hand.ts';
import { ada, config, startEngine } from '../testing/engine-fixture.ts';
import { createNextRuns } from '../timers/next-runs.ts';
import { startTimers } from '../timers/timers.ts';

const fixture = started(startEngine, 'end');
beforeEach(async () => {
  await fixture.owner`truncate task, active_run, run, worker, search_text`;
});

const daily = { cron: '0 3 * * *', timeZone: 'UTC' };

/** A task with a schedule whose first occurrence a worker has claimed. */
async function begun(given: Partial<TaskConfig> = {}) {
  const { task } = await fixture.engine.createTask(config({ schedule: daily, ...given }), ada);
  await fixture.database`
    update active_run set status = 'queued', due_on = null where task_key = (select key from task where id = ${task.id})`;
  const worker = await testWorker(fixture.database, [{}]);
  const claim = await worker.claimOne();
  return { id: task.id, worker, run: heldBy(claim) };
}

/** The same, after its worker ended the run. */
async function ended(given: Partial<TaskConfig> = {}, failure?: { name: string; message: string }) {
  const { id, worker, run } = await begun(given);
  const error = failure && { error: JSON.stringify(failure), fingerprint: 'f', status: 'failed' as const };
  expect(await worker.flush([endOf(run, error)])).toMatchObject([{ outcome: 'scheduled', value: String(run.taskKey) }]);
  return { id, key: run.taskKey };
}

const taskOf = (id: string) => fixture.engine.getTask(id);
const historyOf = async (id: string) =>
  (await fixture.engine.listHistory(id, { maxPageSize: 50, orderBy: 'runCount asc' })).value;

describe('when a run of a schedule has ended', () => {
  test('the next one waits for the first time after now', async () => {
    const { id } = await ended();
    expect(await createNextRuns(fixture.database)).toBe(1);
    const next = await taskOf(id);
    expect(next).toMatchObject({ status: 'scheduled', runCount: 2 });
    const waitInMs = Date.parse(next.nextRunOn ?? '') - Date.now();
    expect(waitInMs).toBeGreaterThan(-1_000);
    expect(waitInMs).toBeLessThanOrEqual(24 * 3_600_000);
    expect(await historyOf(id)).toMatchObject([
      { runCount: 1, isCurrent: false, status: 'succeeded' },
      { runCount: 2, isCurrent: true, status: 'scheduled', trigger: 'schedule', triggeredBy: 'schedule' },
    ]);
  });

  test('schedules that have come to their end do not hold up the others', async () => {
    await fixture.database`
      with over as (
        insert into task (id, type, queue, priority, schedule, created_by, modified_by)
        select 'over-' || n, 'test.echo', 'default', 0, ${JSON.stringify({ cron: '0 3 30 2 *', timeZone: 'UTC' })}::text::json,
          'ada', 'ada'
        from generate_series(1, 600) n returning key
      )
      insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, ended_on)
      select key, 1, true, 'succeeded', 'create', 'ada', 1, now(), now() from over`;
    const { id } = await ended();
    expect(await createNextRuns(fixture.database)).toBe(1);
    expect(await taskOf(id)).toMatchObject({ status: 'scheduled', runCount: 2 });
  });

  test('occurrences that were missed while nothing ran count as one', async () => {
    const { id, key } = await ended({ schedule: { cron: '0 * * * *', timeZone: 'UTC' } });
    await fixture.database`
      update run set queued_on = now() - interval '5 days', started_on = now() - interval '5 days',
        ended_on = now() - interval '5 days' where task_key = ${key}`;
    expect(await createNextRuns(fixture.database)).toBe(1);
    expect(Date.parse((await taskOf(id)).nextRunOn ?? '')).toBeGreaterThan(Date.now() - 1_000);
    expect(await createNextRuns(fixture.database)).toBe(0);
    expect(await historyOf(id)).toHaveLength(2);
  });

  test('it has the configuration that the task has now', async () => {
    const { id } = await ended();
    const now = { queue: 'slow', priority: 9, concurrencyKey: 'customer', concurrencyLimit: 3 };
    await fixture.engine.updateTask(id, now, ada);
    await createNextRuns(fixture.database);
    const [row] = await fixture.database`
      select queue, priority, concurrency_key as "concurrencyKey", concurrency_limit as "concurrencyLimit", type, attempt, fence
      from active_run`;
    expect(row).toEqual({ ...now, type: 'order', attempt: 1, fence: 0 });
  });

  test('an occurrence that was skipped stays skipped when the one after it is started early', async () => {
    const { task } = await fixture.engine.createTask(config({ schedule: daily }), ada);
    const skipped = task.nextRunOn ?? '';
    const { nextRunOn = '' } = await fixture.engine.updateTask(
      task.id,
      { startOn: new Date(Date.parse(skipped) + 1).toISOString() },
      ada,
    );
    expect(Date.parse(nextRunOn)).toBe(Date.parse(skipped) + 86_400_000);
    await fixture.engine.wakeTask(task.id, nextRunOn);
    const worker = await testWorker(fixture.database, [{}]);
    const run = heldBy(await worker.claimOne());
    expect(await taskOf(task.id), 'while it runs').toMatchObject({ status: 'running', nextRunOn });
    await worker.flush([endOf(run)]);
    await createNextRuns(fixture.database);
    expect(await taskOf(task.id)).toMatchObject({ status: 'scheduled', runCount: 2, nextRunOn });
  });

  test('a failure of the run before is no longer found', async () => {
    const { id } = await ended({}, { name: 'Error', message: 'no route to host' });
    const texts = () => fixture.database`select body from search_text where kind = 'e'`;
    expect(await texts()).toEqual([{ body: 'Error: no route to host' }]);
    await createNextRuns(fixture.database);
    expect(await texts()).toEqual([]);
    expect((await taskOf(id)).error).toBeUndefined();
  });
});

describe('there is no next run', () => {
  test('while one goes on', async () => {
    const { id } = await begun();
    expect(await createNextRuns(fixture.database)).toBe(0);
    expect(await taskOf(id)).toMatchObject({ status: 'running', runCount: 1 });
  });

  test('of a rerun that goes on after an earlier end', async () => {
    const { id } = await ended();
    await fixture.engine.rerunTask(id, {}, ada);
    expect(await createNextRuns(fixture.database)).toBe(0);
    expect(await taskOf(id)).toMatchObject({ status: 'queued', runCount: 2 });
  });

  test('of a schedule that was cancelled, however often the sweep looks', async () => {
    const { task } = await fixture.engine.createTask(config({ schedule: daily }), ada);
    await fixture.engine.cancelTask(task.id);
    expect(await createNextRuns(fixture.database)).toBe(0);
    expect(await taskOf(task.id)).toMatchObject({ status: 'cancelled', runCount: 1 });
  });

  test('of a schedule that was cancelled while its occurrence was paused', async () => {
    const { task } = await fixture.engine.createTask(config({ schedule: daily }), ada);
    await fixture.engine.pauseTask(task.id, ada);
    expect(await fixture.engine.cancelTask(task.id)).toMatchObject({ status: 'cancelled', runCount: 1 });
    expect(await createNextRuns(fixture.database)).toBe(0);
  });

  test('after `until`', async () => {
    const { id, key } = await ended();
    const schedule = JSON.stringify({ ...daily, until: '2020-01-01T00:00:00.000Z' });
    await fixture.database`update task set schedule = ${schedule}::text::jsonb where key = ${key}`;
    expect(await createNextRuns(fixture.database)).toBe(0);
    expect(await taskOf(id)).toMatchObject({ status: 'succeeded', runCount: 1 });
  });

  test('of other tasks than those asked for', async () => {
    const [one, other] = [await ended(), await ended()];
    expect(await createNextRuns(fixture.database, { keys: [other.key] })).toBe(1);
    expect([(await taskOf(one.id)).status, (await taskOf(other.id)).status]).toEqual(['succeeded', 'scheduled']);
  });
});

describe('the timers', () => {
  /** Runs the timers until a condition holds. */
  async function untilTimed(holds: () => Promise<unknown>, expected: unknown): Promise<void> {
    const troubles: Error[] = [];
    const timers = startTimers(fixture.database, (error) => troubles.push(error));
    await expect.poll(holds, { timeout: 10_000 }).toEqual(expected);
    await timers.stop();
    expect(troubles).toEqual([]);
  }
  const statusOf = (id: string) => async () => (await taskOf(id)).status;

  test('find at their start what a crash left behind: an ended schedule', async () => {
    const { id } = await ended();
    await untilTimed(statusOf(id), 'scheduled');
  });

  test('find a run whose worker is gone', async () => {
    const { id } = await begun();
    await fixture.database`delete from worker`;
    await untilTimed(statusOf(id), 'queued');
  });

  test('take over a run whose worker has lost its lease', async () => {
    const { id } = await begun();
    await fixture.database`update worker set expires_on = now() - interval '1 ms'`;
    await untilTimed(statusOf(id), 'queued');
  });

  test('stop when what is under way has ended, and do nothing afterwards', async () => {
    const id = await fixture.create({ startOn: new Date(Date.now() + 3_600_000).toISOString() });
    let hasStopped = false;
    let stopping: Promise<unknown> = Promise.resolve();
    await fixture.owner.begin(async (transaction) => {
      await transaction`lock table active_run in access exclusive mode`;
      const timers = startTimers(fixture.database);
      timers.expect(performance.now());
      stopping = timers.stop().then(() => {
        hasStopped = true;
      });
      await sleep(50);
      expect(hasStopped).toBe(false);
    });
    await stopping;
    await fixture.database`update active_run set due_on = now() - interval '1 ms'`;
    await sleep(100);
    expect(await statusOf(id)()).toBe('scheduled');
  });

  test('find a run that waits for a task which has ended', async () => {
    const { id, run } = await begun();
    await fixture.database`
      update active_run set status = 'waiting', worker_key = null, wait_kind = 'task', wait_task_key = 0
      where task_key = ${run.taskKey}`;
    await untilTimed(statusOf(id), 'queued');
  });

  test('wake a run whose turn it is for a lock that has expired', async () => {
    const { id, run } = await begun();
    await fixture.database`
      update active_run set status = 'waiting', worker_key = null, wait_kind = 'lock' where task_key = ${run.taskKey}`;
    await fixture.database`
      insert into held_lock (namespace, name, fencing_token, owner, identity, expires_on)
      values ('', 'desk', 1, 'ada', 'ada', now() - interval '1 second')`;
    await fixture.database`
      insert into lock_waiter (namespace, name, owner, identity, task_key, run_count, sequence)
      values ('', 'desk', 'task', 'task', ${run.taskKey}, 1, 0)`;
    await untilTimed(statusOf(id), 'queued');
  });

  test('end a run that took too long and wait for the next occurrence of its schedule', async () => {
    const other = await ended();
    const { id, run } = await begun({ timeoutInMs: 60_000 });
    const timers = startTimers(fixture.database);
    await expect.poll(statusOf(other.id), { timeout: 10_000 }).toBe('scheduled'); // the sweep at their start is over
    await fixture.database`update active_run set deadline_on = now() - interval '1 ms' where task_key = ${run.taskKey}`;
    await expect.poll(statusOf(id), { timeout: 10_000 }).toBe('scheduled');
    await timers.stop();
    expect(await historyOf(id)).toMatchObject([{ status: 'timedOut' }, { status: 'scheduled' }]);
  });
});
