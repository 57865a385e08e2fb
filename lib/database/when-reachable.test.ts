import postgres from 'postgres';
import { expect, test, vi } from 'vitest';
import { whenReachable } from './when-reachable.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const noTable = Object.assign(new postgres.PostgresError('relation "worker" does not exist'), {
  code: '42P01',
  severity: 'ERROR',
});

test.each([
  ['that is not started', refused],
  ['that has no tables yet', noTable],
])('waits for a database %s, and tells so once', async (_, failure) => {
  const failures = [failure, failure];
  const onAway = vi.fn();
  const work = async () => {
    const next = failures.shift();
    if (next !== undefined) throw next;
    return 'done';
  };
  expect(await whenReachable(work, { onAway })).toBe('done');
  expect(onAway).toHaveBeenCalledTimes(1);
});

test('gives up after its time, and at once on another failure', async () => {
  const work = vi.fn(() => Promise.reject(refused));
  await expect(whenReachable(work, { withinMs: 0, onAway: () => {} })).rejects.toBe(refused);
  expect(work).toHaveBeenCalledTimes(1);
  const wrong = Object.assign(new postgres.PostgresError('password authentication failed'), {
    code: '28P01',
    severity: 'FATAL',
  });
  await expect(whenReachable(() => Promise.reject(wrong), { onAway: () => {} })).rejects.toBe(wrong);
});
