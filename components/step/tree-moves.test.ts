import { expect, test } from 'vitest';
import { keyOf, selectableRow, targetOf } from './tree-moves.ts';
import type { WaterfallRow } from './waterfall.model.ts';

const run: WaterfallRow = { kind: 'run', segments: [] };
const fold = (sequence: number): WaterfallRow => ({
  kind: 'fold',
  name: 'poll',
  sequence,
  count: 9,
  status: 'succeeded',
  isOpen: false,
  segments: [],
});

test('rows that stand for several are passed over, in the direction of the move', () => {
  const rows = [run, fold(1), run, fold(2), fold(3)];
  expect(selectableRow(rows, 1, 0)).toBe(2);
  expect(selectableRow(rows, 1, 2)).toBe(0);
  expect(selectableRow(rows, 3, 2), 'nothing to select beyond').toBe(2);
  expect(selectableRow(rows, -5, 2), 'before the first').toBe(0);
  expect(selectableRow([run, run], 99, 0), 'after the last').toBe(1);
});

test('keys lead from the current row', () => {
  expect(
    ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'a'].map((key) => targetOf(key, 20, 50)),
  ).toEqual([21, 19, 35, 5, 0, 49, undefined]);
});

test('no two rows have the same name', () => {
  const names = [run, fold(1), fold(2)].map(keyOf);
  expect(new Set(names).size).toBe(3);
});
