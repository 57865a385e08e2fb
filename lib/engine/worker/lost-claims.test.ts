import { afterEach, expect, test, vi } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { heldBy, testWorker } from '../testing/claims-by-hand.ts';
import { startEngine } from '../testing/engine-fixture.ts';
import { freeUnknownRuns, LostClaims } from './lost-claims.ts';

const fixture = started(startEngine, 'end');
afterEach(() => {
  vi.useRealTimers();
});

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

test('a worker looks for such runs at intervals, and after a failed claim at each claim until a lease is over', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let looks = 0;
  const lost = new LostClaims({
    ...{ leaseInMs: 100, intervalInMs: 150 },
    giveBack: async () => {
      looks += 1;
    },
  });
  const claims = async () => {
    for (let times = 0; times < 3; times += 1) await lost.watch(async () => {});
    return looks;
  };
  expect(await claims(), 'when it begins').toBe(1);
  vi.advanceTimersByTime(150);
  expect(await claims(), 'when the interval is over').toBe(2);
  await expect(lost.watch(() => Promise.reject(new Error('write ECONNRESET')))).rejects.toThrow('ECONNRESET');
  expect(await claims(), 'after a failure').toBe(5);
  vi.advanceTimersByTime(101);
  expect(await claims(), 'the last when the lease is over').toBe(6);
});
