import { expect, test } from 'vitest';
import { timelineQuery } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { ada, addWorker, config, endTask, startEngine } from '../testing/engine-fixture.ts';
import { getTimeline } from './get-timeline.ts';

const fixture = started(startEngine, 'end');
const at = (minute: number) => new Date(Date.parse('2026-01-01T12:00:00.000Z') + minute * 60_000).toISOString();
const hour = { from: at(0), to: at(60) };

/** A run that began and ended at these minutes on this worker. */
async function ran(id: string, worker: string, [began, ended]: [number, number], queue = 'default') {
  await fixture.engine.createTask(config({ id, queue }), ada);
  await endTask(fixture.database, id, id === 'bad' ? 'failed' : 'succeeded');
  await fixture.database`
    update run set worker = ${worker}, queued_on = ${at(began - 1)}, started_on = ${at(began)}, ended_on = ${at(ended)}
    where task_key = (select key from task where id = ${id})`;
}

async function step(id: string, sequence: number, worker: string, [began, ended]: [number, number]) {
  await fixture.database`
    insert into step (task_key, run_count, sequence, name, kind, status, started_on, ended_on, worker)
    select key, 1, ${sequence}, 'a', 'step', 'succeeded', ${at(began)}, ${at(ended)}, ${worker} from task where id = ${id}`;
}

const timeline = (given: object, most?: number) =>
  getTimeline(fixture.database, timelineQuery.parse({ ...hour, ...given }), most === undefined ? {} : { most });
const bars = async (given: object) =>
  (await timeline(given)).runs?.map(({ lane, taskId, startedOn, endedOn }) => [lane, taskId, startedOn, endedOn]);

test('shows runs that overlap the time, by worker and by queue', async () => {
  await ran('before', 'one', [-20, -1]);
  await ran('into', 'one', [-5, 5]);
  await ran('bad', 'two', [10, 20], 'mail');
  await ran('beyond', 'one', [50, 90]);
  await ran('after', 'one', [61, 62]);
  expect(await bars({})).toEqual([
    ['one', 'into', at(-5), at(5)],
    ['two', 'bad', at(10), at(20)],
    ['one', 'beyond', at(50), at(90)],
  ]);
  const byQueue = await timeline({ by: 'queue' });
  expect(byQueue.runs?.map(({ lane, status }) => [lane, status])).toEqual([
    ['default', 'succeeded'],
    ['mail', 'failed'],
    ['default', 'succeeded'],
  ]);
  expect(byQueue.lanes).toEqual([{ name: 'default' }, { name: 'mail' }]);
});

test('a run that another worker continued has a part on each lane', async () => {
  await ran('moved', 'two', [30, 40]);
  await step('moved', 0, 'one', [30, 33]);
  await step('moved', 1, 'two', [36, 38]);
  const parts = (await timeline({})).runs?.filter(({ taskId }) => taskId === 'moved');
  expect(parts).toMatchObject([
    { lane: 'one', startedOn: at(30), endedOn: at(33), wentOn: true },
    { lane: 'two', startedOn: at(33), endedOn: at(40), wentOn: false },
  ]);
});

test('a worker without runs has a lane, and says when it was lost', async () => {
  await addWorker(fixture.database, { name: 'idle', slots: 3 });
  await addWorker(fixture.database, { name: 'lost' });
  await fixture.database`
    update worker set started_on = ${at(1)}, is_expired = name = 'lost',
      expires_on = case name when 'lost' then ${at(9)} else expires_on end`;
  expect((await timeline({})).lanes).toEqual([
    { name: 'idle', slots: 3 },
    { name: 'lost', lostOn: at(9) },
    { name: 'one' },
    { name: 'two' },
  ]);
});

test('a lane of a lost worker says what has replaced it', async () => {
  await addWorker(fixture.database, { name: 'instead' });
  await fixture.database`update worker set started_on = ${at(12)} where name = 'instead'`;
  await fixture.database`update worker set last_seen_on = ${at(8)} where name = 'lost'`;
  const lanes = (await timeline({})).lanes;
  expect(lanes.find(({ name }) => name === 'lost')).toEqual({ name: 'lost', lostOn: at(9), replacedBy: 'instead' });
  await fixture.database`delete from worker where name = 'instead'`;
});

test('of many runs, the load of each interval is counted', async () => {
  const { runs, load, intervalInMs } = await timeline({}, 2);
  expect([runs, intervalInMs]).toEqual([undefined, 30_000]);
  const of = (lane: string, from: number, to: number) =>
    (load ?? []).filter(({ lane: name, on }) => name === lane && on >= at(from) && on < at(to));
  expect(of('two', 10, 20).map(({ running }) => running)).toEqual(Array.from({ length: 20 }, () => 1));
  expect(of('two', 20, 21)).toMatchObject([{ running: 0, ended: 1, failed: 1 }]);
  const minutes = (load ?? []).reduce((sum, { running }) => sum + running / 2, 0);
  expect(minutes).toBeCloseTo(5 + 10 + 10 + 10, 6);
});
