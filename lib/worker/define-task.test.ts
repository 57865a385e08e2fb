import { expect, test } from 'vitest';
import { defineTask } from './define-task.ts';

const base = { type: 'order.fulfil', run: () => 1 };

test('takes a whole definition', () => {
  const whole = { ...base, retry: { maximumAttempts: 3, initialIntervalInMs: 5 }, timeoutInMs: 1_000, version: '2' };
  expect(defineTask(whole)).toBe(whole);
});

test.each<[object, string]>([
  [{ type: 'two words' }, 'the type "two words" must be 1 to 128'],
  [{ type: 'order.*' }, 'the type "order.*" ends in "*", which in filters and alerts means all types that begin so'],
  [{ run: 'go' }, '"order.fulfil" has no run function'],
  [{ retries: 3 }, 'has the unknown member "retries"; allowed: type, version'],
  [{ retry: { maximumAttempts: Number.NaN } }, 'has a wrong retry policy: /retry/maximumAttempts: '],
  [{ retry: { maxAttempts: 3 } }, 'has a wrong retry policy: /retry/maximumAttempts: '],
  [{ timeoutInMs: 0 }, 'has the timeoutInMs 0; allowed is 1 to 315360000000'],
  [{ timeoutInMs: 1.5 }, 'has the timeoutInMs 1.5'],
  [{ sensitive: ['/headers/x'] }, 'has the sensitive pointer "/headers/x"'],
  [{ childSecrets: ['no spaces'] }, 'has "no spaces" in childSecrets'],
])('refuses %j', (wrong, message) => {
  expect(() => defineTask({ ...base, ...wrong })).toThrow(TypeError);
  expect(() => defineTask({ ...base, ...wrong })).toThrow(message);
});
