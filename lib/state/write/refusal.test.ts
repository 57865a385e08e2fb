import { expect, test } from 'vitest';
import type { StateOperation } from './mutation.ts';
import { readReceipt, writeReceipt } from './receipt.ts';
import { refusalOf } from './refusal.ts';

const refusal = (code: string, operation: StateOperation, currentChange: number | null) =>
  refusalOf(
    code,
    {
      ...{ operation, mutation: 0, index: 0, indexOfKind: 0, text: null, bytes: 0, hasMarkers: false },
      ...{ ownRefusal: undefined, refusal: undefined },
    },
    currentChange,
  );
const id = 'a';
const blob = { key: 'k', contentLength: 1, mayReplace: true, ifMatch: '"blob"' };

test.for<[StateOperation, number | null, RegExp]>([
  [{ kind: 'delete', id, ifMatch: '"7"' }, null, /^there is no entry "a" that "7" could match$/],
  [{ kind: 'upsert', id, blob }, null, /^there is no entry "a" that "blob" could match$/],
  [{ kind: 'upsert', id, ifMatch: '"7"' }, 8, /^"a" has changed: its entity tag is "8", not "7"$/],
  [{ kind: 'upsert', id, ifMatch: '"7"', blob }, 8, /^"a" has changed: its entity tag is "8", not "7"$/],
  [{ kind: 'upsert', id, ifMatch: '"8"', blob }, 8, /^the blob of "a" is not "blob" any more$/],
  [{ kind: 'upsert', id, blob }, 8, /^the blob of "a" is not "blob" any more$/],
])('a condition of %j that the change %i does not meet says which one it is', ([operation, change, message]) => {
  expect(refusal('PreconditionFailed', operation, change)).toEqual({
    code: 'PreconditionFailed',
    message: expect.stringMatching(message),
  });
});

test.each([
  'StateAlreadyExists',
  'ConditionRequired',
  'StateNotFound',
  'BlobNotFound',
  'BlobNotAccepted',
  'BlobAlreadyExists',
])('a refusal with %s names the entry', (code) => {
  expect(refusal(code, { kind: 'upsert', id }, 1)).toEqual({ code, message: expect.stringContaining('"a"') });
});

test('a code that is none is a defect, not an answer', () => {
  expect(() => refusal('Unheard', { kind: 'upsert', id }, 1)).toThrow('write_state answered Unheard');
});

test('a receipt that is not one of the store says where it stood in the input', () => {
  const other = writeReceipt({
    storeKey: 2,
    entries: [{ id, change: 7, version: 2, previousVersion: 1, isDeletion: false }],
  });
  for (const text of ['x', other]) {
    const refused = { code: 'InvalidRequest', details: [{ pointer: '/receipt', message: expect.any(String) }] };
    expect(() => readReceipt(text, 1)).toThrow(expect.objectContaining(refused));
  }
  expect(readReceipt(other, 2)).toMatchObject({ storeKey: 2 });
});
