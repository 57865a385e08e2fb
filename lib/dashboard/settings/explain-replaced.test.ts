import { expect, it } from 'vitest';
import { explainReplaced } from './explain-replaced.ts';

const key = { id: 'k2', createdBy: 'anna@example.com', createdOn: '2026-11-29T10:45:12.000Z' };
const refusal = {
  code: 'InvalidTransition',
  detail: '"orders" was replaced by the key "k2" already; rotate that key.',
} as const;
const listOf =
  (...keys: (typeof key)[]) =>
  async (isIt: (one: typeof key) => boolean) =>
    keys.find(isIt) ?? null;

it('says who replaced a key and when, as the list of keys shows no ids', async () => {
  const told = await explainReplaced(refusal, listOf({ ...key, id: 'k1' }, key), 'Europe/Berlin');
  expect(told?.code).toBe('InvalidTransition');
  expect(told?.detail).toBe(
    'anna@example.com rotated it already, at 2026-11-29 11:45. The new key has the same name: use that one, or rotate it.',
  );
});

it('keeps the words of the service where the successor is not in the list or something else was refused', async () => {
  expect(await explainReplaced(refusal, listOf(), 'UTC')).toBe(refusal);
  expect(await explainReplaced(refusal, async () => undefined, 'UTC')).toBe(refusal);
  const other = { ...refusal, code: 'ApiKeyNotFound' } as const;
  expect(await explainReplaced(other, listOf(key), 'UTC')).toBe(other);
  expect(await explainReplaced(undefined, listOf(key), 'UTC')).toBeUndefined();
});
