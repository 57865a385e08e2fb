import { expect, test } from 'vitest';
import type { Timeline } from '#contract';
import { barWords, laneViews, neighbour, pan, type TimelineRun, zoom } from './timeline.model.ts';

const at = (second: number) => new Date(Date.parse('2026-11-21T10:00:00.000Z') + second * 1_000).toISOString();
const run = (
  lane: string,
  taskId: string,
  [from, to]: [number, number?],
  more: Partial<TimelineRun> = {},
): TimelineRun => ({
  lane,
  taskId,
  runCount: 1,
  type: 'mail',
  status: 'succeeded',
  queuedOn: at(from - 10),
  startedOn: at(from),
  ...(to === undefined ? {} : { endedOn: at(to) }),
  wentOn: false,
  ...more,
});
const timeline: Timeline = {
  from: at(0),
  to: at(100),
  intervalInMs: 10_000,
  isPartial: false,
  lanes: [{ name: 'one', slots: 2 }, { name: 'idle' }, { name: 'two', lostOn: at(50) }],
  runs: [
    run('one', 'a', [-20, 40]),
    run('one', 'b', [20, 60], { status: 'failed' }),
    run('two', 'c', [70], { status: 'running' }),
  ],
};
const now = Date.parse(at(90));

test('places bars by time, one below the other where they overlap', () => {
  const [one, idle, two] = laneViews(timeline, now);
  expect(one?.bars.map(({ left, width, top, height }) => [left, Number(width.toFixed(6)), top, height])).toEqual([
    [0, 0.4, 0, 0.5],
    [0.2, 0.4, 0.5, 0.5],
  ]);
  expect(one?.bars[1]?.waited).toBeCloseTo(0.1);
  expect([one?.words, idle?.words]).toEqual(['2 runs, 1 failed, 2 slots', '0 runs']);
  expect([two?.lostAt, two?.bars[0]?.width.toFixed(2)]).toEqual([0.5, '0.20']);
});

test('a lost worker is told as lost until another one has replaced it', () => {
  const wordsOf = (lane: Timeline['lanes'][number]) => laneViews({ ...timeline, lanes: [lane] }, now)[0]?.words;
  expect(wordsOf({ name: 'two', lostOn: at(50) })).toBe('lost, 1 run');
  expect(wordsOf({ name: 'two', lostOn: at(50), replacedBy: 'three' })).toBe('replaced, 1 run');
});

test('the load of a lane is drawn against the most of all lanes', () => {
  const { runs: _, ...rest } = timeline;
  const load = [
    { lane: 'one', on: at(0), running: 4, ended: 10, failed: 5 },
    { lane: 'two', on: at(50), running: 1, ended: 0, failed: 0 },
  ];
  const [one, , two] = laneViews({ ...rest, load }, now);
  expect(one?.load).toMatchObject([{ left: 0, width: 0.1, height: 1, failed: 0.5 }]);
  expect(two?.load).toMatchObject([{ left: 0.5, height: 0.25, failed: 0 }]);
  expect(one?.words).toBe('0.4 at a time, 10 ended, 5 failed, 2 slots');
});

test('a bar says what ran, when, and how it went', () => {
  const words = (one: TimelineRun) => barWords(one, now, (time) => time.slice(11, 19));
  expect(words(run('one', 'a', [20, 25]))).toBe(
    'mail a: succeeded, from 10:00:20 for 5.00 s, began 10.0 s after it was queued',
  );
  expect(words(run('one', 'a', [20, 25], { wentOn: true }))).toBe(
    'mail a: another worker continued it, from 10:00:20 for 5.00 s',
  );
});

test('arrow keys go to the next run in time, and to the nearest of the next lane with runs', () => {
  const lanes = laneViews(timeline, now);
  const [a, b, c] = timeline.runs ?? [];
  expect(neighbour(lanes, 'Home', undefined)).toBe(a);
  expect(neighbour(lanes, 'ArrowRight', a)).toBe(b);
  expect(neighbour(lanes, 'ArrowLeft', a)).toBeUndefined();
  expect(neighbour(lanes, 'ArrowDown', a)).toBe(c);
  expect(neighbour(lanes, 'ArrowUp', c)).toBe(b);
  expect(neighbour(lanes, 'End', a)).toBe(b);
  expect(neighbour(lanes, 'Home', b)).toBe(a);
});

test('zoom and pan keep to the past', () => {
  const span = { from: 100_000, to: 200_000 };
  expect(zoom(span, 0.5, 1e9)).toEqual({ from: 125_000, to: 175_000 });
  expect(zoom(span, 2, 200_000)).toEqual({ from: 0, to: 200_000 });
  expect(pan(span, 0.5, 210_000)).toEqual({ from: 110_000, to: 210_000 });
  expect(zoom({ from: 0, to: 1_000 }, 0.5, 1e9)).toEqual({ from: 0, to: 1_000 });
});
