import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationBandsInMs, durationMeasures, type TaskDurations } from '#contract';
import { parseFilter, printFilter } from '@/components/filter/clause.ts';
import { boundText } from '@/components/filter/duration-filter.ts';
import { areaOf, cornersOf, cornersOn, countIn, gridOf, levelOf, moveCorners } from './duration-map.model.ts';
import { selectedArea, withArea, withoutArea } from './selected-area.ts';

const cell = (on: string, fromInMs: number, succeeded: number, failed = 0) => ({
  on: `2026-11-21T${on}:00.000Z`,
  fromInMs,
  toInMs: durationBandsInMs[durationBandsInMs.indexOf(fromInMs) + 1],
  succeeded,
  failed,
  cancelled: 0,
});
const durations: TaskDurations = {
  from: '2026-11-21T10:00:30.000Z',
  to: '2026-11-21T10:05:10.000Z',
  intervalInMs: 60_000,
  isSampled: false,
  cells: [cell('10:00', 100, 4), cell('10:03', 2_000, 5, 2)],
};
const grid = gridOf(durations);

test('places cells by interval and band, over the whole time', () => {
  expect([grid.columns, grid.rows]).toEqual([6, 9]);
  expect(grid.cells.map(({ column, row }) => [column, row])).toEqual([
    [0, 0],
    [3, 8],
  ]);
  expect(gridOf({ ...durations, cells: [] }).rows).toBe(6);
});

test('a rectangle stands for times and durations, and holds tasks', () => {
  const corners = { start: { column: 5, row: 8 }, end: { column: 0, row: 1 } };
  expect(areaOf(durations, grid, corners)).toEqual({
    from: Date.parse(durations.from),
    to: Date.parse(durations.to),
    minimumInMs: 150,
    maximumInMs: 3_000,
  });
  expect(countIn(grid, corners)).toEqual({ tasks: 7, failed: 2 });
});

const place = fc.record({ column: fc.nat(grid.columns - 1), row: fc.nat(grid.rows - 1) });

test('a rectangle in the filter and the address is the same rectangle on the map', () => {
  fc.assert(
    fc.property(place, place, fc.constantFrom(...durationMeasures), (start, end, measure) => {
      const area = areaOf(durations, grid, { start, end });
      const text = printFilter(withArea(parseFilter('type:mail ended:<2h took:>5s'), measure, area));
      const selected = selectedArea(parseFilter(text), measure, durations);
      expect(selected).toEqual(area);
      expect(selected && cornersOf(durations, grid, selected)).toEqual({
        start: { column: Math.min(start.column, end.column), row: Math.min(start.row, end.row) },
        end: { column: Math.max(start.column, end.column), row: Math.max(start.row, end.row) },
      });
    }),
  );
});

test('what does not select in time and duration stays when the rectangle goes', () => {
  const area = { from: 0, to: 1_000, minimumInMs: 5, maximumInMs: undefined };
  const filter = withArea(parseFilter('type:mail took:>1s "late"'), 'queueWait', area);
  expect(printFilter(withoutArea(filter, 'queueWait'))).toBe('type:mail took:>1s "late"');
  expect(selectedArea(parseFilter('ended:<1h'), 'runTime', durations)).toBeUndefined();
});

test('arrow keys move, shift extends, and neither leaves the map', () => {
  const at = (column: number, row: number) => ({ column, row });
  const corners = { start: at(2, 2), end: at(3, 3) };
  expect(moveCorners(grid, corners, 'ArrowLeft', false)).toEqual({ start: at(2, 3), end: at(2, 3) });
  expect(moveCorners(grid, corners, 'ArrowUp', true)).toEqual({ start: at(2, 2), end: at(3, 4) });
  expect(moveCorners(grid, corners, 'End', true)).toEqual({ start: at(2, 2), end: at(5, 3) });
  expect(moveCorners(grid, corners, 'PageDown', false)).toEqual({ start: at(3, 0), end: at(3, 0) });
  expect(moveCorners(grid, corners, 'a', false)).toBeUndefined();
});

test('bounds are exact in the largest unit', () => {
  expect([0, 700, 1_500, 90_000, 270_000, 5_400_000, 86_400_000, 1_234].map(boundText)).toEqual([
    '0ms',
    '700ms',
    '1.5s',
    '1.5m',
    '4.5m',
    '1.5h',
    '1d',
    '1234ms',
  ]);
});

test('counts have five levels, and one is never none', () => {
  expect([0, 1, 10, 1_000, 100_000].map((count) => levelOf(count, 100_000))).toEqual([0, 1, 2, 4, 5]);
  expect(levelOf(1, 1)).toBe(5);
});

test('a drawn rectangle stays at its times and durations when the map goes on, and goes with another map', () => {
  const corners = { start: { column: 3, row: 8 }, end: { column: 2, row: 7 } };
  const drawn = { corners, grid, intervalInMs: durations.intervalInMs };
  const on = (map: TaskDurations) => cornersOn(gridOf(map), map.intervalInMs, drawn);
  expect(on(durations)).toEqual(corners);
  const later = { ...durations, from: '2026-11-21T10:02:30.000Z', to: '2026-11-21T10:07:10.000Z' };
  const moved = on({ ...later, cells: [cell('10:02', 50, 1), cell('10:03', 2_000, 5)] });
  expect(moved).toEqual({ start: { column: 1, row: 10 }, end: { column: 0, row: 9 } });
  expect(on({ ...later, from: '2026-11-21T10:03:30.000Z' })).toBeUndefined();
  expect(on({ ...durations, intervalInMs: 30_000 })).toBeUndefined();
});
