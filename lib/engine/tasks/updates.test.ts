import { beforeAll, describe, expect, test } from 'vitest';
import { taskUpdateInput } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { configuredColumns, mergeColumns, type TaskColumns } from '../rows/task-columns.ts';
import { flushJournal } from '../run/flush.ts';
import { heldTask, holdTask, moveOf } from '../testing/claims-by-hand.ts';
import { ada, config, endTask, registerType, startEngine } from '../testing/engine-fixture.ts';
import { wholeConfig } from '../testing/whole-config.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await registerType(fixture.database, 'secretive', { sensitive: ['/input/token'] });
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const inTwoHours = () => new Date(Date.now() + 7_200_000).toISOString();
const update = (id: string, patch: unknown, ifMatch?: string) =>
  fixture.engine.updateTask(id, taskUpdateInput.parse(patch), { name: 'bob' }, ifMatch);

/** Claims the run and moves it to another status. */
async function move(id: string, ...[status, given]: [Parameters<typeof moveOf>[1], Parameters<typeof moveOf>[2]?]) {
  const held = await heldTask(fixture.database, id);
  await flushJournal(fixture.database, held.owner, [held.run], [moveOf(held.run, status, given)], undefined, null);
}

describe('the columns after an update', () => {
  const schedule = { cron: '0 3 * * *', timeZone: 'UTC' };
  const stored: TaskColumns = {
    ...configuredColumns(config({ ...wholeConfig, schedule }), ['/input/token', '/input/own']),
    tags: '{"a":"1"}',
    concurrency_key: null,
    concurrency_limit: null,
  };
  const merged = (patch: unknown, from = stored) => mergeColumns(from, taskUpdateInput.parse(patch), ['/input/token']);

  test('are as before where nothing is said', () => {
    expect(merged({})).toEqual(stored);
  });

  test.each([
    [
      { name: 'x', description: null },
      { name: 'x', description: null },
    ],
    [
      { retry: null, retention: null, schedule: null },
      { retry: null, retention: null, schedule: null },
    ],
    [{ timeoutInMs: 5_000 }, { timeout_in_ms: 5_000 }],
    [{ timeoutInMs: null }, { timeout_in_ms: null }],
    [{ retention: { maximumRuns: 9 } }, { retention: '{"maximumRuns":9}' }],
    [
      { queue: 'other', priority: -4 },
      { queue: 'other', priority: -4 },
    ],
    [{ tags: { b: '2' } }, { tags: '{"a":"1","b":"2"}' }],
    [{ tags: { a: null } }, { tags: null }],
    [{ tags: null }, { tags: null }],
    [{ concurrencyKey: 'k' }, { concurrency_key: 'k', concurrency_limit: 1 }],
    [
      { concurrencyKey: 'k', concurrencyLimit: 4 },
      { concurrency_key: 'k', concurrency_limit: 4 },
    ],
    [{ sensitive: ['/input/new'] }, { sensitive: ['/input/token', '/input/new'] }],
    [{ sensitive: null }, { sensitive: ['/input/token'] }],
  ])('%j changes %j and nothing else', (patch, expected) => {
    expect(merged(patch)).toEqual({ ...stored, ...expected });
  });

  test('give a task no more tags than it may have, and take tags from one that has more', () => {
    const tagged = (count: number) => {
      const names = Array.from({ length: count }, (_, at) => [`t${at}`, '1']);
      return { ...stored, tags: JSON.stringify(Object.fromEntries(names)) };
    };
    const more = { tags: { one: '1' } };
    expect(JSON.parse(merged(more, tagged(63)).tags ?? '')).toMatchObject(more.tags);
    expect(() => merged(more, tagged(64))).toThrow(
      '/tags: has 65 tags with those that the task has, the limit (tagsPerTask) is 64',
    );
    expect(JSON.parse(merged({ tags: { t0: null, t1: '2' } }, tagged(90)).tags ?? '')).toMatchObject({ t1: '2' });
    expect(merged({ tags: { t0: null, ...more.tags } }, tagged(90)).tags).toContain('one');
  });

  test('have the whole policy of a retry that is given, not a merged one', () => {
    expect(JSON.parse(merged({ retry: { maximumAttempts: 7 } }).retry ?? '')).toMatchObject({ maximumAttempts: 7 });
  });

  test('keep the limit of a key that stays, and have none without a key', () => {
    const keyed = { ...stored, concurrency_key: 'k', concurrency_limit: 5 };
    expect(merged({ name: 'x' }, keyed)).toMatchObject({ concurrency_key: 'k', concurrency_limit: 5 });
    expect(merged({ concurrencyKey: null }, keyed)).toMatchObject({ concurrency_key: null, concurrency_limit: null });
    expect(() => merged({ concurrencyLimit: 2 })).toThrow('concurrencyLimit needs a concurrencyKey');
  });
});

describe('an entity tag', () => {
  const tagOf = async (id: string) => (await fixture.engine.getTask(id)).etag;

  test.each([
    ['any', () => '*'],
    ['its own', (etag: string) => etag],
    ['a list with it', (etag: string) => `"7", ${etag}`],
    ['a list without spaces', (etag: string) => `"7",${etag}`],
  ])('lets %s through', async (_, asked) => {
    const id = await fixture.create();
    const before = await tagOf(id);
    expect((await update(id, { name: 'x' }, asked(before))).etag).not.toBe(before);
  });

  test.each([
    ['its own, weak', (etag: string) => `W/${etag}`],
    ['its own, without quotes', (etag: string) => etag.slice(1, -1)],
    ['one that it begins with', (etag: string) => `${etag.slice(0, -2)}"`],
    ['a list of others', () => '"7", "8"'],
  ])('stops %s', async (_, asked) => {
    const id = await fixture.create();
    const before = await tagOf(id);
    const ifMatch = asked(before);
    await expect(update(id, { name: 'x' }, ifMatch)).rejects.toMatchObject({ code: 'PreconditionFailed' });
    await expect(fixture.engine.deleteTask(id, { force: true, ifMatch })).rejects.toMatchObject({
      code: 'PreconditionFailed',
    });
    expect(await tagOf(id)).toBe(before);
  });

  test('of a task that does not exist matches nothing', async () => {
    await expect(fixture.engine.deleteTask('none', { ifMatch: '*' })).rejects.toMatchObject({
      code: 'PreconditionFailed',
    });
    expect(await fixture.engine.deleteTask('none', {})).toBe(false);
  });

  test('of a deleted task does not match a later one of the same id', async () => {
    const id = await fixture.create();
    const ifMatch = await tagOf(id);
    await fixture.engine.deleteTask(id, { force: true });
    await fixture.create({ id });
    await expect(update(id, { name: 'x' }, ifMatch)).rejects.toMatchObject({ code: 'PreconditionFailed' });
    await expect(fixture.engine.deleteTask(id, { force: true, ifMatch })).rejects.toMatchObject({
      code: 'PreconditionFailed',
    });
  });

  test('stays as it is where an update changes nothing', async () => {
    const id = await fixture.create();
    const etag = await tagOf(id);
    expect(await update(id, {})).toMatchObject({ etag, lastModifiedBy: ada.name });
  });
});

describe('a change of the times of a run', () => {
  const schedule = { cron: '0 3 * * *', timeZone: 'UTC' };

  test('that has begun leaves it alone', async () => {
    const id = await fixture.create();
    await holdTask(fixture.database, id);
    expect(await update(id, { startOn: inAnHour() })).toMatchObject({ status: 'running' });
    await move(id, 'queued');
    expect(await update(id, { startOn: inAnHour() })).toMatchObject({ status: 'queued' });
    expect(await update(id, { schedule })).toMatchObject({ status: 'queued', runCount: 1 });
  });

  test('that is queued puts it off until its new start', async () => {
    const id = await fixture.create();
    const startOn = inAnHour();
    expect(await update(id, { startOn })).toMatchObject({ status: 'scheduled', nextRunOn: startOn });
  });

  test('that is paused moves it, and it stays paused', async () => {
    const id = await fixture.create({ startOn: inAnHour() });
    await fixture.engine.pauseTask(id, ada);
    const startOn = inTwoHours();
    expect(await update(id, { startOn })).toMatchObject({ status: 'paused', nextRunOn: startOn });
    expect(await fixture.engine.resumeTask(id)).toMatchObject({ status: 'scheduled', nextRunOn: startOn });
    await fixture.engine.pauseTask(id, ada);
    expect((await update(id, { startOn: null })).status).toBe('paused');
    expect((await fixture.engine.resumeTask(id)).status).toBe('queued');
  });

  test('that has ended makes one for a schedule, and none for a start', async () => {
    const id = await fixture.create();
    await endTask(fixture.database, id);
    expect(await update(id, { startOn: inAnHour() })).toMatchObject({ status: 'succeeded', runCount: 1 });
    expect(await update(id, { schedule })).toMatchObject({ status: 'scheduled', runCount: 2 });
  });

  test('of a schedule that was cancelled does not revive it unless the schedule is what changes', async () => {
    const id = await fixture.create({ schedule });
    await fixture.engine.cancelTask(id);
    expect(await update(id, { startOn: inAnHour() })).toMatchObject({ status: 'cancelled', runCount: 1 });
    expect(await update(id, { schedule: { ...schedule, cron: '0 4 * * *' } })).toMatchObject({ status: 'scheduled' });
  });

  test('of a schedule that is removed with a start to come leaves the run to that start', async () => {
    const startOn = inTwoHours();
    const id = await fixture.create({ schedule });
    expect(await update(id, { schedule: null, startOn })).toMatchObject({ status: 'scheduled', nextRunOn: startOn });
  });
});

describe('a run that is resumed', () => {
  const pauseAndResume = async (id: string) => {
    await fixture.engine.pauseTask(id, ada);
    return fixture.engine.resumeTask(id);
  };

  test('waits on for a back-off that is not over, and goes on at once after one that is', async () => {
    const id = await fixture.create();
    await move(id, 'retrying', { dueAt: performance.now() + 3_600_000 });
    const { waitingFor } = await fixture.engine.getTask(id);
    expect(await pauseAndResume(id)).toMatchObject({ status: 'retrying', waitingFor: { until: waitingFor?.until } });
    await fixture.engine.pauseTask(id, ada);
    await fixture.database`
      update active_run set due_on = now() - interval '1 ms' where task_key = (select key from task where id = ${id})`;
    expect(await fixture.engine.resumeTask(id)).toMatchObject({ status: 'queued', attempt: 2 });
  });

  // What it waited for may have come while it was paused: only its handler can find out.
  test('is queued where it waited, though its time has not come', async () => {
    const id = await fixture.create();
    await move(id, 'waiting', { waitKind: 'sleep', waitSequence: 0, dueAt: performance.now() + 3_600_000 });
    expect((await pauseAndResume(id)).status).toBe('queued');
  });

  test('is read with its journal by whoever takes it: what it did is not done again', async () => {
    const id = await fixture.create();
    await holdTask(fixture.database, id);
    await pauseAndResume(id);
    const [row] = await fixture.database`
      select has_journal, paused_status, paused_by, paused_on, worker_key from active_run
      where task_key = (select key from task where id = ${id})`;
    expect(row).toEqual({ has_journal: true, paused_status: null, paused_by: null, paused_on: null, worker_key: null });
  });
});

test('a sensitive pointer of its type stays whatever an update says', async () => {
  const id = await fixture.create({ type: 'secretive', sensitive: ['/input/own'] });
  const seeing = { ...ada, readsSensitive: true };
  const mark = (sensitive: string[] | null, by = seeing) => fixture.engine.updateTask(id, { sensitive }, by);
  expect((await mark(['/input/other'])).sensitive).toEqual(['/input/token', '/input/other']);
  await expect(mark(null, { ...ada, readsSensitive: false })).rejects.toMatchObject({ code: 'InsufficientScope' });
  expect((await mark(null)).sensitive).toEqual(['/input/token']);
});

test('a rerun is no longer found by the failure of the run before, nor counted as failed', async () => {
  const id = await fixture.create();
  await endTask(fixture.database, id, 'failed', { name: 'Error', message: 'no route', fingerprint: 'f' });
  const texts = () => fixture.database`
    select body from search_text where kind = 'e' and task_key = (select key from task where id = ${id})`;
  expect(await texts()).toEqual([{ body: 'Error: no route' }]);
  expect((await fixture.engine.rerunTask(id, {}, ada)).status).toBe('queued');
  expect(await texts()).toEqual([]);
  const [row] = await fixture.database`
    select is_current from run where task_key = (select key from task where id = ${id})`;
  expect(row).toEqual({ is_current: false });
});
