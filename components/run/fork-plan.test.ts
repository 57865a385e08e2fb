import { describe, expect, it } from 'vitest';
import { steps } from '../step/step.factory.ts';
import { planFork } from './fork-plan.ts';

const journal = [
  steps.succeeded(0, 100, { sequence: 0, name: 'read' }),
  steps.succeeded(100, 200, { sequence: 1, name: 'convert' }),
  steps.failed(200, 300, { sequence: 2, name: 'write' }),
];
const type = { version: '2', workerCount: 1 };
const names = (list: readonly { name: string }[]) => list.map((step) => step.name);

describe('planFork', () => {
  it('keeps what succeeded before the step and runs the rest again', () => {
    const plan = planFork(journal, 2, { type, workerVersion: '2' });
    expect(names(plan.kept)).toEqual(['read', 'convert']);
    expect(names(plan.again)).toEqual(['write']);
    expect(plan.warnings).toEqual([]);
  });

  it('runs everything again from the first step', () => {
    const plan = planFork(journal, 0, { type, workerVersion: '2' });
    expect(plan.kept).toEqual([]);
    expect(plan.again).toHaveLength(3);
  });

  it('warns of steps before it that have no result', () => {
    const [first, second, third] = journal;
    const broken = [first, { ...second, status: 'failed' as const }, third].flatMap((step) =>
      step?.name === undefined ? [] : [{ ...steps.succeeded(0, 1), ...step }],
    );
    const plan = planFork(broken, 2, { type, workerVersion: '2' });
    expect(names(plan.again)).toEqual(['convert', 'write']);
    expect(plan.warnings).toEqual(['“convert” before it did not succeed, so it runs again.']);
  });

  it('says that steps ran in parallel only where they did, however late their ends were recorded', () => {
    const [late, beside] = [steps.slept(0, 3_090, { name: 'nap' }), steps.succeeded(0, 9_000, { name: 'upload' })];
    const chosen = steps.succeeded(3_020, 3_100, { sequence: 1 });
    expect(planFork([late, chosen], 1, { type }).warnings).toEqual([]);
    expect(planFork([beside, chosen], 1, { type }).warnings).toEqual([
      '“upload” ran in parallel with the chosen step and is kept.',
    ]);
  });

  it('warns when the type is another than the one that ran, or nobody serves it', () => {
    const warningOf = (context: Parameters<typeof planFork>[2]) => planFork(journal, 2, context).warnings[0];
    expect(warningOf({ type, workerVersion: '1' })).toMatch(/had version 1 .* have version 2 now/);
    expect(warningOf({ type: { ...type, workerCount: 0 }, workerVersion: '2' })).toContain('No live worker');
    expect(warningOf({ type: null, workerVersion: '2' })).toContain('No worker has registered');
    expect(warningOf({ workerVersion: '2' }), 'without a connection').toContain('could not be read');
    expect(warningOf({ type }), 'a version that is not known is not called another').toBeUndefined();
  });
});
