import { expect, test } from 'vitest';
import { limits, stateId } from '#contract';
import { stateLimits } from './state-limits.ts';

test('the limits checked here are those of the service', () => {
  expect(stateLimits).toEqual({
    valueBytes: limits.stateValueBytes,
    transactionOperations: limits.transactionOperations,
    transactionBytes: limits.transactionBytes,
    idCharacters: stateId.maxLength,
  });
});
