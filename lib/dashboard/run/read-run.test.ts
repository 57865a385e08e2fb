import { expect, it } from 'vitest';
import type { Step } from '#contract';
import { parseRunCount, toStepView } from './read-run.ts';

it('takes a whole number from 1 for a run', () => {
  expect(parseRunCount('3')).toBe(3n);
  for (const text of ['0', '-1', '1.5', 'x', '']) expect(() => parseRunCount(text)).toThrow('is not a run number');
});

const step: Step = {
  ...{ taskId: 't', runCount: 1, sequence: 0, name: 'a', kind: 'step', status: 'succeeded', attempts: [] },
  startedOn: '2026-01-01T00:00:00.000Z',
};

it('shows the output of a step up to a limit, and tells two larger ones apart', () => {
  const shown = (output: Step['output'], limit?: number) =>
    toStepView({ ...step, ...(output !== undefined && { output }) }, limit).output;
  expect(shown(undefined)).toBeUndefined();
  expect(shown('x')).toMatchObject({ kind: expect.not.stringContaining('held') });
  const large = shown('x'.repeat(100), 50);
  expect(large).toMatchObject({ kind: 'held', hasHiddenParts: false, digest: expect.any(String) });
  expect(shown('x'.repeat(100), 50)).toEqual(large);
  expect(shown('y'.repeat(100), 50)).not.toEqual(large);
  expect(shown([{ $redacted: true }, 'x'.repeat(100)], 50)).toMatchObject({ hasHiddenParts: true });
});
