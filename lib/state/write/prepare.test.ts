import { describe, expect, test } from 'vitest';
import { limits } from '#contract';
import { jsonSchema } from '#schema';
import type { KnownStore } from '../stores/stores.ts';
import { ada } from '../testing/state-fixture.ts';
import type { StateMutation, StateOperation, UpsertOperation } from './mutation.ts';
import { fitToStore, prepareMutations } from './prepare.ts';
import type { PreparedMutation, PreparedOperation } from './prepared.ts';

const store: KnownStore = { key: 1, policyVersion: 0, policy: {}, schema: undefined };
const marker = { $redacted: true };
const upsert = (more: Partial<UpsertOperation> = {}): UpsertOperation => ({ kind: 'upsert', id: 'a', ...more });
const blob = { key: 'k', contentLength: 9, mayReplace: false };

/** Prepares operations on a store that is not there, and tells whether it was made. */
async function prepared(
  operations: readonly StateOperation[],
  more: Partial<StateMutation> = {},
): Promise<PreparedMutation & { isMade: boolean }> {
  const address = { namespace: '', storeName: 's' };
  const mutation: StateMutation = { address, change: 'save', isAtomic: false, operations, writer: ada, ...more };
  let isMade = false;
  const stores = {
    known: () => undefined,
    find: async () => undefined,
    reload: async () => undefined,
    async findOrMake() {
      isMade = true;
      return store;
    },
  };
  const [one] = await prepareMutations(stores, [mutation]);
  if (one === undefined) throw new Error('a mutation is not answered');
  return { ...one, isMade };
}
const codesOf = ({ operations }: { operations: readonly PreparedOperation[] }) =>
  operations.map(({ refusal }) => refusal?.code);

const tooLarge = upsert({ value: 1, text: '0'.repeat(limits.stateValueBytes + 1) });
test.each<[isMade: boolean, operations: StateOperation[], isAtomic?: boolean]>([
  [true, [upsert({ value: null })]],
  [true, [upsert({ valueIfNew: null })]],
  [false, [upsert()]],
  [false, [{ kind: 'delete', id: 'a' }]],
  [false, [upsert({ value: 1, ifMatch: '"1"' })]],
  [false, [tooLarge]],
  [true, [tooLarge, upsert({ value: 1 })]],
  [true, [upsert({ value: 1 }), { kind: 'delete', id: 'b', ifMatch: '"1"' }]],
  [true, [upsert({ value: 1 }), { kind: 'delete', id: 'b' }], true],
  [false, [upsert({ value: 1 }), { kind: 'delete', id: 'b', ifMatch: '"1"' }], true],
  [false, [upsert({ value: 1 }), tooLarge], true],
  [false, []],
])('whether a store is made is %j for %j', async (isMade, operations, isAtomic = false) => {
  const done = await prepared(operations, { isAtomic });
  expect([done.isMade, done.store !== undefined]).toEqual([isMade, isMade]);
});

test('each operation has its place, its text and its bytes; a text that is known is taken for the value alone', async () => {
  const { operations } = await prepared([
    upsert({ value: { a: 'ä' } }),
    { kind: 'delete', id: 'b' },
    upsert({ value: 1, text: '1.0' }),
    upsert({ valueIfNew: 2, text: '2.0' }),
    upsert(),
  ]);
  expect(operations.map(({ index, indexOfKind, text, bytes }) => [index, indexOfKind, text, bytes])).toEqual([
    [0, 0, '{"a":"ä"}', 10],
    [1, 0, null, 0],
    [2, 1, '1.0', 3],
    [3, 2, '2', 1],
    [4, 3, null, 0],
  ]);
});

test('a marker is one at any depth of a value that is given, and nothing else is', async () => {
  const marked = [marker, [1, marker], { a: { b: [marker] } }].map((value) => upsert({ value }));
  const unmarked = [{ $redacted: false }, { $redacted: true, a: 1 }, '"$redacted"', 1].map((value) =>
    upsert({ value }),
  );
  const { operations } = await prepared([...marked, ...unmarked, upsert({ valueIfNew: marker })]);
  expect(operations.map(({ hasMarkers }) => hasMarkers)).toEqual([true, true, true, ...Array(5).fill(false)]);
});

describe('refused is', () => {
  test('a value beyond the limit, at its place', async () => {
    const text = '0'.repeat(limits.stateValueBytes);
    const { operations } = await prepared([upsert({ value: 0, text }), upsert({ value: 0, text: `${text}0` })]);
    expect(operations[0]?.refusal).toBeUndefined();
    expect(operations[1]?.refusal).toMatchObject({ code: 'PayloadTooLarge', details: [{ pointer: '/value' }] });
  });

  test('a tag that the database cannot hold, at its place', async () => {
    const tags = [{ a: '\u0000' }, { '\ud800': '' }, { ok: '', bad: '\udc00' }, { ok: '' }];
    const { operations } = await prepared(tags.map((one) => upsert({ value: 1, tags: one })));
    const refused = { code: 'InvalidRequest', details: [{ pointer: '/tags', message: expect.any(String) }] };
    expect(operations.map(({ refusal }) => refusal)).toMatchObject([refused, refused, refused, undefined]);
  });

  test('an atomic save whose values are too large together, at its first operation', async () => {
    const half = limits.transactionBytes / 2;
    const values = (bytes: number) => [half, bytes].map((one) => upsert({ value: 1, text: '0'.repeat(one) }));
    const cases: [bytes: number, more: Partial<StateMutation>, codes: unknown[]][] = [
      [half, { isAtomic: true }, [undefined, undefined]],
      [half + 1, { isAtomic: true }, ['PayloadTooLarge', undefined]],
      [half + 1, {}, [undefined, undefined]],
      [half + 1, { isAtomic: true, change: 'undo' }, [undefined, undefined]],
    ];
    for (const [bytes, more, codes] of cases) expect(codesOf(await prepared(values(bytes), more))).toEqual(codes);
    const [first] = (
      await prepared([upsert({ value: 1, tags: { a: '\u0000' }, text: '0'.repeat(half) }), ...values(half)], {
        isAtomic: true,
      })
    ).operations;
    expect(first?.refusal?.code).toBe('InvalidRequest');
  });

  test('what the policy of the store does not take', async () => {
    const operations = [
      upsert({ blob }),
      upsert({ hasBlob: true }),
      upsert({ hasBlob: false }),
      upsert({ blob: { ...blob, key: null } }),
      { kind: 'delete' as const, id: 'a' },
    ];
    const plain = await prepared(operations);
    const codes = async (policy: KnownStore['policy']) => codesOf(await fitToStore(plain, { ...store, policy }));
    const none = [undefined, undefined, undefined, undefined, undefined];
    expect(await codes({ acceptsBlobs: false })).toEqual(['BlobNotAccepted', 'BlobNotAccepted', ...none.slice(2)]);
    expect(await codes({ acceptsBlobs: true })).toEqual(none);
    expect(await codes({ maximumBlobBytes: 8 })).toEqual(['PayloadTooLarge', ...none.slice(1)]);
    expect(await codes({ maximumBlobBytes: 9 })).toEqual(none);
    expect(await codes({})).toEqual(none);
    expect(codesOf(await fitToStore(plain, undefined))).toEqual(none);
  });

  test('a value against the schema; where it is for a new entry only, if there is none', async () => {
    const schema = jsonSchema({ type: 'object' });
    const operations = [
      upsert({ value: 1 }),
      upsert({ value: {} }),
      upsert({ valueIfNew: 1 }),
      upsert({ valueIfNew: {} }),
      upsert({ value: [marker] }),
      { kind: 'delete' as const, id: 'a' },
      upsert(),
      { ...tooLarge },
    ];
    const fitted = await fitToStore(await prepared(operations), { ...store, schema });
    const violation = 'StateSchemaViolation';
    expect(codesOf(fitted)).toEqual([violation, ...Array(6).fill(undefined), 'PayloadTooLarge']);
    expect(fitted.operations.map(({ refusalIfNew }) => refusalIfNew?.code)).toEqual([
      ...[undefined, undefined, violation, undefined, undefined, undefined, undefined, undefined],
    ]);
    expect(fitted.operations[0]?.refusal).toMatchObject({
      message: expect.stringContaining('the schema of its store: it '),
      details: [{ pointer: '/value' }],
    });
    const again = await fitToStore(fitted, store);
    expect(codesOf(again)).toEqual([...Array(7).fill(undefined), 'PayloadTooLarge']);
  });
});
