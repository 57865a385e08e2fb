import { beforeAll, beforeEach, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startRuns } from './testing.ts';

const fixture = started(startRuns, 'end');
let calls: string[] = [];
/** What the step of this name does. By default it succeeds. */
const doing = new Map<string, () => unknown>();
const ada = { name: 'ada@example.org' };

beforeAll(async () => {
  await fixture.work([
    {
      type: 'pipeline',
      async run(ctx, input) {
        const step = (name: string) =>
          ctx.step(name, ({ idempotencyKey }) => {
            calls.push(name);
            doing.get(name)?.();
            return `${name} of ${input} as ${idempotencyKey}`;
          });
        const done = [await step('fetch')];
        done.push(await step('check').catch(() => 'not checked'));
        await ctx.sleep('cool down', 1);
        done.push(await step('load'));
        done.push(await step('tell'));
        return done;
      },
    },
  ]);
});
beforeEach(() => {
  calls = [];
  doing.clear();
});

const boom = () => {
  throw new Error('boom');
};
/** A run whose `check` failed and was handled, and whose `load` (sequence 3) failed the run. */
async function failedRun(): Promise<string> {
  doing.set('check', boom).set('load', boom);
  const task = await fixture.run({ type: 'pipeline', input: 'a' });
  expect(task).toMatchObject({ status: 'failed', error: { step: 'load' } });
  expect(calls).toEqual(['fetch', 'check', 'load']);
  calls = [];
  doing.clear();
  return task.id;
}
async function forked(id: string, runCount: bigint, fromSequence: number, input?: string) {
  await fixture.engine.forkRun(id, runCount, { fromSequence, ...(input !== undefined && { input }) }, ada);
  return fixture.ended(id);
}
const stepsOf = async (id: string, runCount: bigint) =>
  (await fixture.engine.listSteps(id, runCount, { maxPageSize: 20 })).value.map((step) => [
    step.sequence,
    step.name,
    step.status,
    step.keptFrom,
  ]);

test('a fork does not run again what it keeps, and runs what follows and what had failed', async () => {
  const id = await failedRun();
  expect(await forked(id, 1n, 3)).toMatchObject({
    status: 'succeeded',
    runCount: 2,
    output: [`fetch of a as ${id}/1/0`, `check of a as ${id}/2/1`, `load of a as ${id}/2/3`, `tell of a as ${id}/2/4`],
  });
  expect(calls).toEqual(['check', 'load', 'tell']);
  expect(await stepsOf(id, 2n)).toEqual([
    [0, 'fetch', 'succeeded', 1],
    [1, 'check', 'succeeded', undefined],
    [2, 'cool down', 'succeeded', 1],
    [3, 'load', 'succeeded', undefined],
    [4, 'tell', 'succeeded', undefined],
  ]);
  expect(await stepsOf(id, 1n)).toEqual([
    [0, 'fetch', 'succeeded', undefined],
    [1, 'check', 'failed', undefined],
    [2, 'cool down', 'succeeded', undefined],
    [3, 'load', 'failed', undefined],
  ]);
});

test('a fork runs the step that it starts from again, though it had succeeded', async () => {
  const id = await failedRun();
  await forked(id, 1n, 2);
  calls = [];
  expect(await forked(id, 2n, 3)).toMatchObject({ status: 'succeeded', runCount: 3 });
  expect(calls).toEqual(['load', 'tell']);
});

test('a fork from the first step keeps nothing', async () => {
  const id = await failedRun();
  expect(await forked(id, 1n, 0)).toMatchObject({ status: 'succeeded' });
  expect(calls).toEqual(['fetch', 'check', 'load', 'tell']);
});

test('a step that a fork of a fork keeps tells in which run it was made', async () => {
  const id = await failedRun();
  await forked(id, 1n, 3);
  await forked(id, 2n, 4);
  expect((await stepsOf(id, 3n)).map(([sequence, , , keptFrom]) => [sequence, keptFrom])).toEqual([
    [0, 1],
    [1, 2],
    [2, 1],
    [3, 2],
    [4, undefined],
  ]);
});

test('a fork has the input of the run that it comes from, unless another is given', async () => {
  const id = await failedRun();
  await fixture.engine.rerunTask(id, { input: 'b' }, ada);
  await fixture.ended(id);
  expect(await forked(id, 1n, 3)).toMatchObject({
    input: 'a',
    output: expect.arrayContaining([`load of a as ${id}/3/3`]),
  });
  expect(await forked(id, 1n, 3, 'c')).toMatchObject({
    input: 'c',
    output: expect.arrayContaining([`fetch of a as ${id}/1/0`, `load of c as ${id}/4/3`]),
  });
});

test('a fork tells how it came about, and is refused where there is no such step', async () => {
  const id = await failedRun();
  const fork = (runCount: bigint, fromSequence: number) =>
    fixture.engine.forkRun(id, runCount, { fromSequence }, { name: 'bob' });
  await expect(fork(1n, 4)).rejects.toMatchObject({
    code: 'InvalidRequest',
    message: 'run 1 has no step 4; its steps are 0 to 3',
  });
  await expect(fork(2n, 0)).rejects.toMatchObject({ code: 'RunNotFound' });
  doing.set('load', boom);
  await fork(1n, 3);
  await fixture.ended(id);
  expect(await fixture.engine.getHistory(id, 2n)).toMatchObject({
    trigger: 'fork',
    triggeredBy: 'bob',
    forkedFrom: { runCount: 1, sequence: 3 },
  });
});
