import { describe, expect, test } from 'vitest';
import type { StateOperation } from './mutation.ts';
import type { PreparedOperation } from './prepared.ts';
import { createsEntries, emptyReceipt, type ReceiptEntry, readReceipt, writeReceipt } from './receipt.ts';
import { refusalError, refusalOf, refused } from './refusal.ts';

const prepared = (operation: StateOperation): PreparedOperation => ({
  ...{ operation, mutation: 0, index: 5, indexOfKind: 3, text: null, bytes: 0, hasMarkers: false },
  ...{ ownRefusal: undefined, refusal: undefined },
});
const refusal = (code: string, operation: StateOperation, currentChange: number | null) =>
  refusalOf(code, prepared(operation), currentChange);
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
  ['StateAlreadyExists', 'there is an entry "a" already'],
  ['ConditionRequired', `the store's policy asks for ifMatch where an entry is changed: "a" exists`],
  ['StateNotFound', 'there is no entry "a"'],
  ['BlobNotFound', 'the blob that "a" had then is not kept any more'],
  ['BlobNotAccepted', '"a" accepts no blob: it was saved without hasBlob'],
  ['BlobAlreadyExists', '"a" has a blob already; say that it is to be overwritten'],
])('a refusal with %s says: %s', (code, message) => {
  expect(refusal(code, { kind: 'upsert', id }, 1)).toEqual({ code, message });
});

test('a code that is none is a defect, not an answer', () => {
  expect(() => refusal('Unheard', { kind: 'upsert', id }, 1)).toThrow('write_state answered Unheard');
});

test('a refused operation is named by its kind, its place among those of its kind, and what there is', () => {
  const why = { code: 'StateNotFound', message: 'none' } as const;
  const failure = { operation: 'delete', index: 3, id, ...why };
  expect(refused(prepared({ kind: 'delete', id }), why, null)).toStrictEqual({ kind: 'refused', failure });
  const details = [{ pointer: '/value', message: 'none' }];
  expect(refused(prepared({ kind: 'delete', id }), { ...why, details }, 7)).toStrictEqual({
    ...{ kind: 'refused', details },
    failure: { ...failure, currentEtag: '"7"' },
  });
});

test('the error of operations that fail together is that of the first, with the places of all', () => {
  const outcome = (code: 'StateNotFound' | 'InvalidRequest', ...pointers: string[]) => {
    const details = pointers.map((pointer) => ({ pointer, message: 'wrong' }));
    return refused(
      prepared({ kind: 'delete', id }),
      { code, message: code, ...(pointers[0] !== undefined && { details }) },
      null,
    );
  };
  const done = { kind: 'deleted', id } as const;
  expect(refusalError([done, { kind: 'heldBack' }])).toBeUndefined();
  const one = refusalError([done, outcome('StateNotFound')]);
  expect(one).toMatchObject({ code: 'StateNotFound', message: 'StateNotFound', failures: [{ id }] });
  expect(one?.details).toBeUndefined();
  const several = [outcome('InvalidRequest', '/a', ''), outcome('StateNotFound'), outcome('InvalidRequest', '/b')];
  const error = refusalError(several, ({ index }) => `/deletes/${index}`);
  expect([error?.code, error?.failures?.length]).toEqual(['InvalidRequest', 3]);
  expect(error?.message).toBe('InvalidRequest (and 2 more of its operations were refused)');
  expect(error?.details?.map(({ pointer }) => pointer)).toEqual(['/deletes/3/a', '/deletes/3', '/deletes/3/b']);
  expect(refusalError(several.slice(1))?.message).toBe('StateNotFound (and 1 more of its operations were refused)');
  expect(refusalError(several)?.details?.map(({ pointer }) => pointer)).toEqual(['/a', '', '/b']);
});

describe('a receipt', () => {
  const changed = { id, change: 7, version: 2, previousVersion: 1, isDeletion: false };
  const made = { id: 'b', change: 7, version: 1, previousVersion: undefined, isDeletion: false };
  const removed = { id: 'c', change: 7, version: 3, previousVersion: 2, isDeletion: true };
  const text = (...entries: ReceiptEntry[]) => writeReceipt({ storeKey: 2, entries });
  const packed = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');

  test('is read as it was written; that of no change is one of every store', async () => {
    const entries = [changed, made, removed];
    expect(await readReceipt(text(...entries), 2)).toEqual({ storeKey: 2, entries });
    expect(await readReceipt(emptyReceipt, 9)).toEqual({ storeKey: 9, entries: [] });
  });

  test('tells whether all of its entries were created', () => {
    expect([text(made), text(), text(made, changed), 'x'].map(createsEntries)).toEqual([true, true, false, false]);
  });

  test.each([
    ['of another store', writeReceipt({ storeKey: 3, entries: [changed] })],
    ['of an entry twice', text(changed, { ...changed, change: 8 })],
    ['of more than 1,000 entries', text(...Array.from({ length: 1_001 }, (_, at) => ({ ...made, id: `e${at}` })))],
    ['that is no JSON', 'x'],
    ['that is nested too deeply', Buffer.from('['.repeat(100_000)).toString('base64url')],
    ['with a flag that is none', packed([2, [['a', 1, 1, 1, 2]]])],
    ['with a negative number', packed([2, [['a', 1, -1, 1, 0]]])],
    ['with half a number', packed([2, [['a', 0.5, 1, 1, 0]]])],
    ['without its store', packed([[['a', 1, 1, 1, 0]]])],
  ])('%s is refused at its place', async (_, given) => {
    const details = [{ pointer: '/receipt', message: expect.any(String) }];
    await expect(readReceipt(given, 2)).rejects.toThrow(expect.objectContaining({ code: 'InvalidRequest', details }));
  });

  test('may name 1,000 entries', async () => {
    const entries = Array.from({ length: 1_000 }, (_, at) => ({ ...made, id: `e${at}` }));
    expect((await readReceipt(text(...entries), 2)).entries).toHaveLength(1_000);
  });
});
