import { describe, expect, it } from 'vitest';
import { foldEqualSteps } from './fold-steps.ts';
import { at, ms, steps } from './step.factory.ts';
import { stepInTrouble, stepOfSummary } from './step-in-trouble.ts';
import { buildWaterfall, type WaterfallRow } from './waterfall.model.ts';

const run = { status: 'succeeded', queuedOn: at(0), startedOn: at(0), endedOn: at(1_000) } as const;
const charges = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) =>
    steps.succeeded(10 * index, 10 * index + 10, { name: 'charge', sequence: from + index }),
  );
const rowsOf = (all: ReturnType<typeof charges>) => buildWaterfall(run, all, ms(1_000)).rows;
const names = (rows: readonly WaterfallRow[]) =>
  rows.map((row) =>
    row.kind === 'fold' ? `${row.name} ×${row.count}` : row.kind === 'step' ? row.step.name : row.kind,
  );
const closed = () => false;

it('folds equal steps that succeeded one after the other', () => {
  const after = steps.succeeded(600, 700, { name: 'report', sequence: 50 });
  const folded = foldEqualSteps(rowsOf([...charges(50), after]), closed, undefined);
  expect(names(folded)).toEqual(['run', 'charge ×50', 'report']);
  expect(folded[1]?.segments).toMatchObject([{ from: ms(0), to: ms(500) }]);
});

it('does not fold a few, nor across another step or a failure', () => {
  expect(names(foldEqualSteps(rowsOf(charges(4)), closed, undefined))).toHaveLength(5);
  const failed = steps.failed(200, 210, { name: 'charge', sequence: 5 });
  const folded = foldEqualSteps(rowsOf([...charges(5), failed, ...charges(5, 6)]), closed, undefined);
  expect(names(folded)).toEqual(['run', 'charge ×5', 'charge', 'charge ×5']);
});

it('shows the steps of a fold that is open or holds the selected step', () => {
  const rows = rowsOf(charges(6));
  expect(names(foldEqualSteps(rows, (sequence) => sequence === 0, undefined))).toHaveLength(8);
  expect(names(foldEqualSteps(rows, closed, 3))).toHaveLength(8);
  expect(names(foldEqualSteps(rows, closed, 9))).toHaveLength(2);
});

describe('many waits for children', () => {
  const children = Array.from({ length: 50 }, (_, index) => ({
    ...{ id: `c-${index}`, name: `part ${index + 1}`, type: 'part', status: 'succeeded' as const },
    ...{ queuedOn: at(0), startedOn: at(0), endedOn: at(500) },
  }));
  const wait = (id: string, sequence: number) => ({
    sequence,
    kind: 'task' as const,
    name: `wait for ${id}`,
    childTaskId: id,
  });
  const waits = children.map(({ id }, index) => steps.slept(10, 500, wait(id, index)));
  const rows = (all: typeof waits) => buildWaterfall(run, all, ms(1_000), { children }).rows;

  it('are one row, with the children below it', () => {
    expect(names(foldEqualSteps(rows(waits), closed, undefined))).toEqual(['run', 'wait for tasks ×50', 'children']);
  });

  it('come in their order below the children when one of them is selected, also while some still wait', () => {
    const all = [...waits.slice(0, 49), steps.waiting(10, 'wait for c-49', wait('c-49', 49))];
    const folded = foldEqualSteps(rows(all), closed, 7);
    expect(names(folded).slice(0, 5)).toEqual([
      'run',
      'wait for tasks ×50',
      'children',
      'wait for c-0',
      'wait for c-1',
    ]);
    expect(folded).toHaveLength(53);
    expect(folded[1]).toMatchObject({ status: 'waiting', isOpen: true });
  });

  it('are drawn one by one where one failed or there are few', () => {
    expect(names(foldEqualSteps(rows(waits.slice(0, 2)), closed, undefined))).toEqual([
      ...['run', 'wait for c-0', 'children', 'wait for c-1'],
    ]);
    const failed = steps.failed(10, 20, wait('c-5', 5));
    const folded = foldEqualSteps(rows([...waits.slice(0, 5), failed, ...waits.slice(6)]), closed, undefined);
    expect(names(folded)).toEqual(['run', 'wait for tasks ×5', 'children', 'wait for c-5', 'wait for tasks ×44']);
  });
});

it('finds the step in trouble: the one that failed the run, backs off or waits', () => {
  const error = { name: 'Error', message: '', fingerprint: 'f', step: 'pay' };
  const all = [
    steps.failed(0, 10, { name: 'pay', sequence: 0 }),
    steps.failed(20, 30, { name: 'clean up', sequence: 1 }),
    steps.waiting(40, 'approval', { sequence: 2 }),
  ];
  expect(stepInTrouble({ status: 'failed', error }, all)?.name).toBe('pay');
  expect(stepInTrouble({ status: 'failed' }, all)?.name).toBe('clean up');
  expect(stepInTrouble({ status: 'waiting' }, all)?.name).toBe('approval');
  expect(stepInTrouble({ status: 'succeeded' }, all)).toBeUndefined();
});

it('leads from the summary to no failed step that the handler caught', () => {
  const caught = steps.failed(0, 10, { name: 'go', sequence: 0 });
  const all = [caught, steps.waiting(20, 'approval', { sequence: 1 })];
  for (const status of ['succeeded', 'running', 'cancelled', 'timedOut'] as const)
    expect(stepOfSummary({ status }, all)).toBeUndefined();
  expect(stepOfSummary({ status: 'failed' }, all)?.name).toBe('go');
  expect(stepOfSummary({ status: 'paused' }, all)?.name).toBe('approval');
});
