import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PacedLook } from './paced-look.ts';

test('a look that takes long is repeated rarely, a short one at its interval', async () => {
  const [paced, often] = [new PacedLook(0, 1_000), new PacedLook(0, 0)];
  expect([paced.isDue, often.isDue]).toEqual([true, true]);
  expect(await paced.run(() => sleep(20, 'seen'))).toBe('seen');
  await often.run(() => sleep(20));
  expect([paced.isDue, often.isDue]).toEqual([false, true]);
  const rare = new PacedLook(60_000, 0);
  await rare.run(async () => {});
  expect(rare.isDue).toBe(false);
});
