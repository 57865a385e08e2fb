import { expect, test } from 'vitest';
import { limits, stateId, storePolicy } from '#contract';
import { stateLimits } from './state-limits.ts';

test('the limits checked here are those of the service', () => {
  const { ttlInSeconds, ...rest } = stateLimits;
  const isTaken = (seconds: number) => storePolicy.safeParse({ defaultTtlInSeconds: seconds }).success;
  expect([isTaken(ttlInSeconds), isTaken(ttlInSeconds + 1)]).toEqual([true, false]);
  expect(rest).toEqual({
    valueBytes: limits.stateValueBytes,
    transactionOperations: limits.transactionOperations,
    transactionBytes: limits.transactionBytes,
    idCharacters: stateId.maxLength,
  });
});
