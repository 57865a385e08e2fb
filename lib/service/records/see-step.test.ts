import { expect, test } from 'vitest';
import type { Step } from '#contract';
import { guard } from './guarded.ts';
import { seeSteps } from './see-step.ts';

const store = {
  engine: { sensitivePointers: async () => new Map([['t', ['/output']]]) },
  state: { readCover: async () => () => [] },
};
const step: Step = {
  ...{
    taskId: 't',
    runCount: 1,
    sequence: 1,
    name: 'charge',
    kind: 'step',
    status: 'succeeded',
    attempts: [],
    output: { charged: 7 },
  },
  ...{ startedOn: '2026-01-01T00:00:00.000Z', endedOn: '2026-01-01T00:00:01.000Z' },
};

test('who may see sensitive values is noted when steps are shown, and not when there are none', async () => {
  const notes: string[] = [];
  const viewer = { may: () => true, noteShown: (target: string) => void notes.push(target) };
  expect(await seeSteps(store, viewer, 't', [])).toEqual([]);
  expect(notes).toEqual([]);
  expect(await seeSteps(store, viewer, 't', [guard(step)])).toEqual([step]);
  expect(notes).toEqual(['steps of task t']);
});
