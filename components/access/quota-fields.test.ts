import { expect, test } from 'vitest';
import { amountText, limitText, readQuotaFields } from './quota-fields.ts';

const empty = { requestsPerSecond: '', concurrentWaits: ' ', queuedTasks: '', storedBytesPerHour: '' };

test('an empty field is the limit of the deployment, and what is no whole number from 1 is none', () => {
  expect(readQuotaFields(empty)).toEqual({ quota: {}, problems: {} });
  expect(readQuotaFields({ ...empty, queuedTasks: ' 7 ' })).toEqual({ quota: { queuedTasks: 7 }, problems: {} });
  for (const bad of ['0', '-1', '1.5', 'many', '1e30', '1000000001', '0x10'])
    expect(readQuotaFields({ ...empty, queuedTasks: bad }).problems, bad).toEqual({
      queuedTasks: 'Enter a whole number from 1 to 1,000,000,000',
    });
});

test('a limit of bytes has a unit, and its field has it exact', () => {
  const read = (storedBytesPerHour: string) => readQuotaFields({ ...empty, storedBytesPerHour });
  for (const bytes of [1, 1_500, 5 * 1024 * 1024, 2 ** 40])
    expect(read(limitText('storedBytesPerHour', bytes)).quota).toEqual({ storedBytesPerHour: bytes });
  for (const bad of ['5 MB', '2 TiB', '0', '1.5 GiB'])
    expect(read(bad).problems, bad).toEqual({ storedBytesPerHour: 'Enter a size such as 500 MiB, up to 1 TiB' });
});

test('bytes are told with a unit, other amounts with separators', () => {
  expect(amountText('queuedTasks', 1_000_000)).toBe('1,000,000');
  expect(amountText('storedBytesPerHour', 5 * 1024 * 1024)).toBe('5.0 MiB');
});
