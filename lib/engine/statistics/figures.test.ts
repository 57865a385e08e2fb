import { beforeEach, describe, expect, test } from 'vitest';
import type { TaskError } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, addWorker, endTask, listing, startEngine } from '../testing/engine-fixture.ts';
import { readEndedRuns } from './ended-runs.ts';
import { readErrorGroups } from './error-groups.ts';
import { statisticsReader } from './get-statistics.ts';
import { countByStatus, readNextSchedules, readWorkerTotals } from './present.ts';

const fixture = started(startEngine, 'end');
beforeEach(async () => {
  await fixture.owner`truncate task, active_run, run, worker`;
});

const hour = 3_600_000;
const minute = 60_000;
async function ended(status: 'succeeded' | 'failed', agoInMs = 0, error?: Partial<TaskError>): Promise<string> {
  const id = await fixture.create();
  const failure = { name: 'Error', message: 'm', fingerprint: 'f', ...error };
  await endTask(fixture.database, id, status, status === 'failed' ? failure : undefined);
  await moveEnd(id, agoInMs);
  return id;
}
async function databaseTime(): Promise<number> {
  const [row] = await fixture.database<{ now: string }[]>`select now()::timestamptz(3) as now`;
  return Date.parse(row?.now ?? '');
}
/**
 * Moves the end of a run this far into the past, after waiting 1 s for each of `waited` and running 1 s for each of
 * `ran`.
 */
async function moveEnd(id: string, agoInMs: number, waited = 1, ran = 1): Promise<void> {
  const end = fixture.database`now() - ${agoInMs}::float8 * interval '1 ms'`;
  await fixture.database`
    update run set ended_on = ${end}, started_on = ${end} - ${ran}::float8 * interval '1 second',
      queued_on = ${end} - ${ran + waited}::float8 * interval '1 second'
    where task_key = (select key from task where id = ${id})`;
}
describe('the runs that ended', () => {
  test('count by how they ended: a time-out is a failure, a cancelled run neither', async () => {
    await ended('succeeded');
    await ended('failed');
    const [cancelled, late] = [await fixture.create(), await fixture.create()];
    await fixture.engine.cancelTask(cancelled);
    await fixture.database`select end_runs(array[(select key from task where id = ${late})], 'timedOut', null)`;
    for (const id of [cancelled, late]) await moveEnd(id, 10);
    const { ended: intervals, failureRate } = await readEndedRuns(fixture.database, hour);
    const sum = (of: 'succeeded' | 'failed' | 'other') => intervals.reduce((total, each) => total + each[of], 0);
    expect([sum('succeeded'), sum('failed'), sum('other')]).toEqual([1, 2, 1]);
    expect(failureRate).toBe(0.5);
  });

  test('fall each into the interval of its end, and none outside the window', async () => {
    for (const agoInMs of [30_000, 10.5 * minute, 10.6 * minute, 58 * minute, 61 * minute])
      await ended('succeeded', agoInMs);
    const { ended: intervals, intervalInMs } = await readEndedRuns(fixture.database, hour);
    expect(intervalInMs).toBe(minute);
    const ends = await fixture.database<{ ended_on: string }[]>`select ended_on from run`;
    const endsIn = (on: string) =>
      ends.filter(({ ended_on: end }) => end >= on && Date.parse(end) < Date.parse(on) + minute).length;
    expect(intervals.map(({ succeeded }) => succeeded)).toEqual(intervals.map(({ on }) => endsIn(on)));
    expect(intervals.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBe(4);
  });

  test('are of as many tasks as the list has that an interval leads to, also after a rerun', async () => {
    const again = await fixture.create();
    for (let run = 1; run <= 3; run++) {
      await endTask(fixture.database, again, 'failed', { name: 'E', message: 'm', fingerprint: 'f' });
      await fixture.engine.rerunTask(again, {}, ada);
    }
    await ended('succeeded', 10.5 * minute);
    await ended('failed', 10.6 * minute);
    const { ended: intervals, intervalInMs } = await readEndedRuns(fixture.database, hour);
    const listed = intervals.map(async ({ on }) => {
      const runEndedBefore = new Date(Date.parse(on) + intervalInMs).toISOString();
      return (await fixture.engine.listTasks(listing({ runEndedAfter: on, runEndedBefore }))).value.length;
    });
    expect(intervals.map(({ tasks }) => tasks)).toEqual(await Promise.all(listed));
    const [runs, tasks] = intervals.reduce(([ofRuns, of], { failed, tasks }) => [ofRuns + failed, of + tasks], [0, 0]);
    expect([runs, tasks]).toEqual([4, 3]);
  });

  test.each([
    [minute, 1_000, 60],
    [hour, minute, 60],
    [6 * hour, 10 * minute, 36],
    [24 * hour, 30 * minute, 48],
    [7 * 24 * hour, 3 * hour, 56],
    [30 * 24 * hour, 12 * hour, 60],
    [1_000 * 24 * hour, 24_000 * minute, 60],
  ])('of %i ms are counted in intervals that stand on the clock', async (windowInMs, lengthInMs, count) => {
    const before = await databaseTime();
    const { ended: intervals, intervalInMs } = await readEndedRuns(fixture.database, windowInMs);
    const after = await databaseTime();
    expect([intervalInMs, intervals.length]).toEqual([lengthInMs, count]);
    const begins = intervals.map(({ on }) => Date.parse(on));
    const last = begins.at(-1) ?? 0;
    expect(begins).toEqual(begins.map((_, at) => last - (count - 1 - at) * lengthInMs));
    expect(last % lengthInMs).toBe(0);
    expect(last).toBeLessThanOrEqual(after);
    expect(last + lengthInMs).toBeGreaterThan(before);
  });

  test('tell how long they waited and ran: half and nineteen of twenty, of the window only', async () => {
    for (let n = 1; n <= 20; n++) await moveEnd(await ended('succeeded'), 1_000, n, 10 * n);
    await moveEnd(await ended('succeeded'), 2 * hour, 5_000, 5_000);
    const { queueWaitInMs, runTimeInMs } = await readEndedRuns(fixture.database, hour);
    expect(queueWaitInMs).toEqual({ p50: 10_500, p95: 19_050, samples: 20 });
    expect(runTimeInMs).toEqual({ p50: 105_000, p95: 190_500, samples: 20 });
  });
});

test('all figures are of the same runs: those from the first interval on', async () => {
  for (const agoInMinutes of [59.9, 59.7, 59.5, 59.3, 59.1, 1])
    await ended('failed', agoInMinutes * minute, { fingerprint: 'same' });
  const { from, ended: intervals, queueWaitInMs, runTimeInMs } = await readEndedRuns(fixture.database, hour);
  const [group] = await readErrorGroups(fixture.database, hour);
  const counted = intervals.reduce((sum, { failed }) => sum + failed, 0);
  expect(counted).toBeGreaterThan(0);
  expect(from).toBe(intervals[0]?.on);
  expect([queueWaitInMs?.samples, runTimeInMs?.samples, group?.count]).toEqual([counted, counted, counted]);
});

describe('failures by their cause', () => {
  test('come the most frequent first, each with its latest, and none from before the window', async () => {
    await ended('failed', 30 * minute, { fingerprint: 'rare', message: 'rare' });
    await ended('failed', 20 * minute, { fingerprint: 'often', message: 'first' });
    const latest = await ended('failed', 5 * minute, { fingerprint: 'often', message: 'latest' });
    await ended('failed', 10 * minute, { fingerprint: 'often', message: 'second' });
    await ended('failed', 61 * minute, { fingerprint: 'rare' });
    await ended('failed', 61 * minute, { fingerprint: 'old' });
    await ended('succeeded');
    const groups = await readErrorGroups(fixture.database, hour);
    expect(groups).toMatchObject([
      { fingerprint: 'often', count: 3, taskId: latest, error: { message: 'latest' }, type: 'order' },
      { fingerprint: 'rare', count: 1, error: { message: 'rare' } },
    ]);
    const agoInMs = (time: string | undefined) => Date.now() - Date.parse(time ?? '');
    expect(agoInMs(groups[0]?.firstSeenOn) / minute).toBeCloseTo(20, 0);
    expect(agoInMs(groups[0]?.lastSeenOn) / minute).toBeCloseTo(5, 0);
  });
});

test('the next occurrences come the soonest first, of schedules only', async () => {
  const [late, soon] = [
    await fixture.create({ schedule: { cron: '0 0 1 1 *', timeZone: 'UTC' } }),
    await fixture.create({ schedule: { cron: '* * * * *', timeZone: 'UTC' } }),
  ];
  await fixture.create({ startOn: new Date(Date.now() + 1_000_000).toISOString() });
  await fixture.engine.pauseTask(await fixture.create({ schedule: { cron: '* * * * *', timeZone: 'UTC' } }), ada);
  expect((await readNextSchedules(fixture.database)).map(({ taskId }) => taskId)).toEqual([soon, late]);
});

test('tasks count by the status of their current run, whatever their runs before', async () => {
  const id = await ended('failed');
  await fixture.engine.rerunTask(id, {}, ada);
  await ended('succeeded');
  const counts = (await countByStatus(fixture.database)).filter(({ count }) => count > 0);
  expect(counts).toEqual([
    { status: 'queued', count: 1, isCapped: false },
    { status: 'succeeded', count: 1, isCapped: false },
  ]);
});

test('workers count while they live, with the runs that they have now', async () => {
  const keys = [
    await addWorker(fixture.database, { name: 'a', slots: 4, busy: 3 }),
    await addWorker(fixture.database, { name: 'b', slots: 8 }),
    await addWorker(fixture.database, { name: 'silent', slots: 100, busy: 9, expiresInMs: -1 }),
    await addWorker(fixture.database, { name: 'lost', slots: 100, busy: 9 }),
  ];
  for (const key of [...keys, keys[1] ?? 0]) {
    const id = await fixture.create();
    await fixture.database`
      update active_run set status = 'running', worker_key = ${key} where task_key = (select key from task where id = ${id})`;
  }
  await fixture.database`update worker set is_expired = true where name = 'lost'`;
  expect(await readWorkerTotals(fixture.database)).toEqual({ live: 2, slots: 12, busy: 3 });
});

test('a reader gives the same answer again for a while, to each window its own', async () => {
  const read = statisticsReader(fixture.database);
  const [first, again, other] = await Promise.all([read(hour), read(hour), read(minute)]);
  expect(again).toBe(first);
  expect([first.intervalInMs, other.intervalInMs]).toEqual([minute, 1_000]);
});

describe('the fleet', () => {
  test('tells of a worker that it stops, and counts it out of the queues and types that it served', async () => {
    await addWorker(fixture.database, { name: 'live', slots: 4 });
    await addWorker(fixture.database, { name: 'stopping', slots: 8 });
    await addWorker(fixture.database, { name: 'silent', slots: 16, expiresInMs: -1 });
    await fixture.database`update worker set is_stopping = true where name = 'stopping'`;
    const workers = (await fixture.engine.listWorkers({ maxPageSize: 5 })).value;
    expect(workers.map(({ name, status }) => [name, status])).toEqual([
      ['stopping', 'stopping'],
      ['live', 'live'],
      ['silent', 'expired'],
    ]);
    await fixture.create();
    expect((await fixture.engine.listQueues({ maxPageSize: 5 })).value).toMatchObject([
      { name: 'default', queued: 1, running: 0, workerCount: 1, slots: 4 },
    ]);
    expect((await fixture.engine.getTaskType('order')).workerCount).toBe(2);
  });
});
