import postgres from 'postgres';
import { expect, test } from 'vitest';
import { RaceLostError } from './failure-kind.ts';
import { tryingAgain } from './in-transaction.ts';

/** Returns work that meets the failure the given number of times, and the number of its tries so far. */
function failing(times: number, failure: Error) {
  const counted = { tries: 0 };
  const work = async () => {
    counted.tries += 1;
    if (counted.tries <= times) throw failure;
    return 'done';
  };
  return { counted, work };
}

const deadlock = Object.assign(new postgres.PostgresError('deadlock detected'), { code: '40P01', severity: 'ERROR' });

test.each([
  ['a deadlock', deadlock],
  ['a race that the code itself noticed', new RaceLostError('changed by another writer')],
])('%s that is met many times in a row is still got past', async (_, failure) => {
  const { counted, work } = failing(15, failure);
  expect(await tryingAgain(work)).toBe('done');
  expect(counted.tries).toBe(16);
});

test('a race that is never won fails with its own error after a bounded number of tries', async () => {
  const { counted, work } = failing(Number.POSITIVE_INFINITY, deadlock);
  await expect(tryingAgain(work)).rejects.toBe(deadlock);
  expect(counted.tries).toBe(20);
});

test('another failure is not repeated', async () => {
  const refusal = new Error('refused');
  const { counted, work } = failing(1, refusal);
  await expect(tryingAgain(work)).rejects.toBe(refusal);
  expect(counted.tries).toBe(1);
});
