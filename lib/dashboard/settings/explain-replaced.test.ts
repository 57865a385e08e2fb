import { expect, it } from 'vitest';
import { explainReplaced } from './explain-replaced.ts';

const old = { id: 'k1', createdBy: 'ben@example.com', createdOn: '2026-11-01T08:00:00.000Z', successorId: 'k2' };
const successor = { id: 'k2', createdBy: 'anna@example.com', createdOn: '2026-11-29T10:45:12.000Z' };
type Listed = typeof successor & { successorId?: string };
/** Its words are the service's own, and nothing is read from them. */
const refusal = { code: 'InvalidTransition', detail: '"orders" was replaced already.' } as const;
const listOf =
  (...keys: Listed[]) =>
  async (isIt: (one: Listed) => boolean) =>
    keys.find(isIt) ?? null;

it('says who replaced a key and when, as the list of keys shows no ids', async () => {
  const told = await explainReplaced(refusal, 'k1', listOf(old, successor), 'Europe/Berlin');
  expect(told?.code).toBe('InvalidTransition');
  expect(told?.detail).toBe(
    'anna@example.com rotated it already, at 2026-11-29 11:45. The new key has the same name: use that one, or rotate it.',
  );
});

it('keeps the words of the service where the successor is not in the list or something else was refused', async () => {
  expect(await explainReplaced(refusal, 'k1', listOf(old), 'UTC')).toBe(refusal);
  expect(await explainReplaced(refusal, 'k1', listOf(successor), 'UTC')).toBe(refusal);
  expect(await explainReplaced(refusal, 'k2', listOf(old, successor), 'UTC')).toBe(refusal);
  expect(await explainReplaced(refusal, 'k1', async () => undefined, 'UTC')).toBe(refusal);
  const other = { ...refusal, code: 'ApiKeyNotFound' } as const;
  expect(await explainReplaced(other, 'k1', listOf(old, successor), 'UTC')).toBe(other);
  expect(await explainReplaced(undefined, 'k1', listOf(old, successor), 'UTC')).toBeUndefined();
});
