import { expect, test } from 'vitest';
import { amountText, readQuotaFields } from './quota-fields.ts';

const empty = { requestsPerSecond: '', concurrentWaits: ' ', queuedTasks: '', storedBytesPerHour: '' };

test('an empty field is the limit of the deployment, and what is no whole number from 1 is none', () => {
  expect(readQuotaFields(empty)).toEqual({});
  expect(readQuotaFields({ ...empty, queuedTasks: ' 7 ' })).toEqual({ queuedTasks: 7 });
  for (const bad of ['0', '-1', '1.5', 'many', '1e30'])
    expect(readQuotaFields({ ...empty, queuedTasks: bad }), bad).toBeUndefined();
});

test('bytes are told with a unit, other amounts with separators', () => {
  expect(amountText('queuedTasks', 1_000_000)).toBe('1,000,000');
  expect(amountText('storedBytesPerHour', 5 * 1024 * 1024)).toBe('5.0 MiB');
});
