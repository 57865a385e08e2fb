import { beforeAll, expect, test } from 'vitest';
import { taskComparisonQuery, taskDurationsQuery } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, config, endTask, listing, registerType, startEngine } from '../testing/engine-fixture.ts';
import { getTaskDurations } from './task-durations.ts';

const fixture = started(startEngine, 'end');
const noon = Date.parse('2026-01-01T12:00:00.000Z');
const at = (ms: number) => new Date(noon + ms).toISOString();
const hour = { endedAfter: at(0), endedBefore: at(3_600_000) };

beforeAll(async () => {
  await registerType(fixture.database, 'mail');
});

/** A task that ended so long after noon, and took and waited so long. */
async function ended(
  id: string,
  { on, took, waited = 0, step, ...given }: { on: number; took: number; waited?: number; step?: number; type?: string },
  status: 'succeeded' | 'failed' = 'succeeded',
) {
  const { task } = await fixture.engine.createTask(config({ id, ...given }), ada);
  await endTask(fixture.database, task.id, status);
  await fixture.database`
    update run set ended_on = ${at(on)}, started_on = ${at(on - took)}, queued_on = ${at(on - took - waited)}
    where task_key = (select key from task where id = ${id})`;
  await fixture.database`update task set created_on = ${at(on - took - waited)} where id = ${id}`;
  if (step !== undefined)
    await fixture.database`
      insert into step (task_key, run_count, sequence, name, kind, status, started_on, ended_on)
      select key, 1, n, 'send', 'step', 'succeeded', ${at(0)}, ${at(0)}::timestamptz + ${step}::integer * n * interval '1 ms'
      from task, generate_series(0, 1) n where id = ${id}`;
}

const durations = (given: object) => fixture.engine.getTaskDurations(taskDurationsQuery.parse({ ...hour, ...given }));
const listed = async (given: object) =>
  (await fixture.engine.listTasks(listing(given))).value.map(({ id }) => id).toSorted();

test('counts tasks by the time of their end and by duration, failures apart', async () => {
  await ended('a', { on: 1_000, took: 1_499, waited: 12, step: 80 });
  await ended('b', { on: 2_000, took: 1_000, waited: 5, step: 50, type: 'mail' });
  await ended('c', { on: 3_000, took: 1_500, type: 'mail' }, 'failed');
  await ended('d', { on: 3_599_999, took: 0 });
  await ended('later', { on: 3_600_000, took: 1_000 });
  expect(await durations({})).toEqual({
    from: at(0),
    to: at(3_600_000),
    intervalInMs: 60_000,
    isSampled: false,
    cells: [
      { on: at(0), fromInMs: 1_000, toInMs: 1_500, succeeded: 2, failed: 0, cancelled: 0 },
      { on: at(0), fromInMs: 1_500, toInMs: 2_000, succeeded: 0, failed: 1, cancelled: 0 },
      { on: at(3_540_000), fromInMs: 0, toInMs: 1, succeeded: 1, failed: 0, cancelled: 0 },
    ],
  });
});

test.each([
  ['runTime', { type: 'mail' }, [1_000, 1_500]],
  ['queueWait', { id: ['a', 'b'] }, [5, 10]],
  ['stepTime', {}, [50, 70]],
  ['stepTime', { step: 'other' }, []],
])('measures %s of the tasks of %o', async (measure, filter, bands) => {
  expect((await durations({ measure, ...filter })).cells.map(({ fromInMs }) => fromInMs)).toEqual(bands);
});

test.each([
  [{ minimumRunTimeInMs: '1000', maximumRunTimeInMs: '1500' }, ['a', 'b', 'later']],
  [{ minimumQueueWaitInMs: '6' }, ['a']],
  [{ maximumQueueWaitInMs: '6', type: 'mail' }, ['b', 'c']],
  [{ step: 'send' }, ['a', 'b']],
  [{ step: 'send', minimumStepTimeInMs: '51' }, ['a']],
  [{ maximumStepTimeInMs: '51' }, ['b']],
])('a rectangle is a filter of the list: %o', async (filter, ids) => {
  expect(await listed(filter)).toEqual(ids);
  expect(await listed({ ...filter, orderBy: 'endedOn desc' })).toEqual(ids);
});

test('what is selected is compared with the rest of the map', async () => {
  for (let n = 0; n < 40; n++)
    await ended(`many-${n}`, { on: 1_800_000 + n, took: n < 15 ? 9_000 : 20, type: n < 15 ? 'mail' : 'order' });
  await ended('before', { on: -1_000, took: 20 });
  const slow = { minimumRunTimeInMs: '5000', endedAfter: at(1_800_000), endedBefore: at(1_860_000) };
  const query = taskComparisonQuery.parse({ ...slow, othersEndedAfter: at(0), othersEndedBefore: at(3_600_000) });
  const { comparison } = await fixture.engine.compareTasks(query, { mayShow: false, hasSteps: false });
  expect([comparison.matching.count, comparison.others.count]).toEqual([15, 29]);
  expect(comparison.fields.find(({ field }) => field === 'type')?.values[0]).toMatchObject({
    matching: expect.toBeOneOf([0, 15]),
  });
});

test('a map of too many tasks counts the first of each interval, unless few meet a condition', async () => {
  await fixture.database`
    with made as (
      insert into task (id, type, queue, priority, created_by, modified_by)
      select 'crowd ' || n, 'order', 'crowd', 0, 'a', 'a' from generate_series(1, 100) n returning key
    )
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, started_on, ended_on)
    select key, 1, true, 'succeeded', 'create', 'a', 1, ${at(0)}, ${at(0)}, ${at(600_000)} from made`;
  await ended('rare', { on: 600_001, took: 3, type: 'mail' });
  const counted = ({ cells }: Awaited<ReturnType<typeof durations>>) =>
    cells.filter(({ on }) => on === at(600_000)).reduce((sum, { succeeded }) => sum + succeeded, 0);
  const sampled = (given: object) =>
    getTaskDurations(fixture.database, taskDurationsQuery.parse({ ...hour, ...given }), 60);
  const whole = await sampled({});
  expect([whole.isSampled, counted(whole)]).toEqual([true, 2]);
  const ofType = await sampled({ type: 'mail' });
  expect([ofType.isSampled, counted(ofType)]).toEqual([false, 1]);
});
