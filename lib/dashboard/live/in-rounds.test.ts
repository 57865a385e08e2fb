import { expect, it } from 'vitest';
import { inRounds } from './in-rounds.ts';

/** Work whose rounds end when the test says so. */
function heldWork() {
  const ends: (() => void)[] = [];
  return { ends, work: () => new Promise<void>((resolve) => ends.push(resolve)) };
}
const turn = () => new Promise(setImmediate);

it('does one round at a time, and one more for all calls that came meanwhile', async () => {
  const { ends, work } = heldWork();
  const round = inRounds(work);
  const first = round();
  await Promise.all([round(), round()]);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await turn();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await first;
  expect(ends).toHaveLength(2);
});

it('goes on after a round that failed', async () => {
  let rounds = 0;
  const round = inRounds(async () => {
    rounds += 1;
    if (rounds === 1) throw new Error('No.');
  });
  await expect(round()).rejects.toThrow('No.');
  await round();
  expect(rounds).toBe(2);
});
