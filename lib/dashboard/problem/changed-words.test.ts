import { expect, test } from 'vitest';
import { changedWords, explainConflict } from './changed-words.ts';

const before = { name: 'Ivy', scopes: ['a'], isDisabled: false, lastSignInOn: 'then' };
const names = { name: 'the name', scopes: 'the scopes', isDisabled: 'whether it is disabled' };

test('names what of a record changed, with its new value where that is short', () => {
  const now = { ...before, name: 'Iva', scopes: ['a', 'b'], isDisabled: true, lastSignInOn: 'now' };
  expect(changedWords(before, now, names)).toBe(
    'Somebody else changed the name (now Iva), the scopes, whether it is disabled (now true) meanwhile.',
  );
  expect(changedWords(before, { ...before, name: 'x'.repeat(61) }, names)).toBe(
    'Somebody else changed the name meanwhile.',
  );
  expect(changedWords(before, { ...before, lastSignInOn: 'now' }, names)).toBe('Somebody else changed it meanwhile.');
  expect(changedWords({ until: undefined }, { until: '2026-11-29T07:15:20.123Z' }, { until: 'the mute' })).toBe(
    'Somebody else changed the mute (now 2026-11-29 07:15 UTC) meanwhile.',
  );
});

test('explains a conflict alone, and says so when there is nothing left to save to', async () => {
  const conflict = { code: 'PreconditionFailed', detail: 'changed' } as const;
  const other = { code: 'InvalidRequest', detail: 'wrong' } as const;
  const read = async () => ({ ...before, name: 'Iva' });
  expect(await explainConflict(undefined, before, names, read)).toBeUndefined();
  expect(await explainConflict(other, before, names, read)).toBe(other);
  expect(await explainConflict(conflict, before, names, read)).toEqual({
    code: 'PreconditionFailed',
    detail: 'Somebody else changed the name (now Iva) meanwhile. Save again to replace that.',
  });
  expect(await explainConflict(conflict, before, names, read, 'Mute')).toMatchObject({
    detail: expect.stringMatching(/Mute again to replace that\.$/),
  });
  expect((await explainConflict(conflict, before, names, async () => null))?.detail).toBe(
    'Somebody else deleted it meanwhile, so nothing can be changed.',
  );
  for (const unread of [async () => undefined, () => Promise.reject(new Error('away'))])
    expect((await explainConflict(conflict, before, names, unread))?.detail).toBe(
      'Somebody else changed or deleted it meanwhile. It could not be read which: Save again to see.',
    );
});
