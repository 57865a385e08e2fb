import { expect, test } from 'vitest';
import { interruptionOf } from './interruption-of.ts';

test.each([
  ['cancelled', 'cancelled'],
  ['timedOut', 'timedOut'],
  ['paused', 'paused'],
  ['queued', 'leaseLost'],
  ['running', 'leaseLost'],
  ['waiting', 'leaseLost'],
  ['succeeded', 'leaseLost'],
  [null, 'cancelled'],
  [undefined, 'cancelled'],
])('a run that is %s now was lost because: %s', (status, reason) => {
  expect(interruptionOf(status)).toBe(reason);
});
