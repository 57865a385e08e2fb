import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { heldBy, testWorker } from '../testing/claims-by-hand.ts';
import { startEngine } from '../testing/engine-fixture.ts';
import { freeUnknownRuns, UnknownRuns } from './unknown-runs.ts';

const fixture = started(startEngine, 'end');

/** Three runs that the database assigns to one worker. */
async function threeAssigned() {
  const worker = await testWorker(fixture.database, [{}]);
  for (let count = 0; count < 3; count += 1) await fixture.create();
  const claims = await worker.claim(3);
  const statusOf = async ({ id }: { id: string }) => (await fixture.engine.getTask(id)).status;
  return {
    worker,
    claims,
    statuses: () => Promise.all(claims.map(statusOf)),
    free: (knownTasks: () => readonly number[]) => freeUnknownRuns(fixture.database, worker.owner.key, knownTasks),
  };
}

test('runs that the database assigns to a worker that does not know them are queued again', async () => {
  const { claims, statuses, free } = await threeAssigned();
  const [held] = claims.map((claim) => heldBy(claim).taskKey);
  expect(await free(() => (held === undefined ? [] : [held]))).toBe(2);
  expect((await statuses()).toSorted()).toEqual(['queued', 'queued', 'running']);
  expect(await free(() => [held ?? 0])).toBe(0);
});

test('a run that is taken up while the worker asks stays its own', async () => {
  const { claims, statuses, free } = await threeAssigned();
  const keys = claims.map((claim) => claim.task_key);
  const answers = [keys.slice(0, 1), keys.slice(0, 2)];
  expect(await free(() => answers.shift() ?? [])).toBe(1);
  expect((await statuses()).toSorted()).toEqual(['queued', 'running', 'running']);
});

test('a worker queues what two looks in a row do not find in its memory', async () => {
  const { worker, claims, statuses } = await threeAssigned();
  const [, late, held] = claims.map((claim) => claim.task_key);
  let known = [held];
  const unknown = new UnknownRuns(
    {
      database: fixture.database,
      workerKey: () => worker.owner.key,
      knownTasks: () => known.flatMap((key) => key ?? []),
      onTrouble: (error) => expect.unreachable(error.message),
    },
    0,
  );
  await unknown.look();
  expect(await statuses()).toEqual(['running', 'running', 'running']);
  known = [late, held]; // it was claimed, and its journal is read now
  await expect
    .poll(async () => {
      await unknown.look();
      return statuses();
    })
    .toEqual(['queued', 'running', 'running']);
});
