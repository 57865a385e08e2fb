import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sharedFor } from './shared-for.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('what is made is shared while it is made, and for a time after', async () => {
  let made = 0;
  const finish: (() => void)[] = [];
  const ask = sharedFor(1_000, () => {
    made += 1;
    const number = made;
    return new Promise<number>((resolve) => finish.push(() => resolve(number)));
  });
  const first = [ask(), ask()];
  vi.advanceTimersByTime(5_000);
  first.push(ask());
  finish[0]?.();
  expect(await Promise.all(first)).toEqual([1, 1, 1]);
  vi.advanceTimersByTime(1_000);
  expect(await ask()).toBe(1);
  vi.advanceTimersByTime(1);
  const later = ask();
  finish[1]?.();
  expect(await later).toBe(2);
});

test('a failure is told to those who wait, and not kept', async () => {
  let tries = 0;
  const ask = sharedFor(1_000, async () => {
    tries += 1;
    if (tries === 1) throw new Error('away');
    return tries;
  });
  const failed = [ask(), ask()];
  for (const one of failed) await expect(one).rejects.toThrow('away');
  expect(await ask()).toBe(2);
});
