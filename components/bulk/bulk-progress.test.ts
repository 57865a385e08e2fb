import { expect, test } from 'vitest';
import { bulkShare } from './bulk-progress.tsx';

test('an operation that has not started counts no tasks', () => {
  expect(bulkShare({ status: 'scheduled', total: 0, pending: 0 })).toBe('Starts soon');
  expect(bulkShare({ status: 'running', total: 1_200, pending: 1_188 })).toBe('12 of 1,200');
});
