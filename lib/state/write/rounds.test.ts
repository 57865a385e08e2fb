import { expect, test } from 'vitest';
import { ada, input } from '../testing/state-fixture.ts';
import { upsertOf } from './mutation.ts';
import type { PreparedMutation } from './prepared.ts';
import { roundsOf } from './rounds.ts';

/** A mutation of entries of one store as `prepare` returns it. */
function saving(mutation: number, ids: readonly string[], isAtomic: boolean, storeKey = 1): PreparedMutation {
  const operations = ids.map((id, index) => ({
    operation: upsertOf(input({ id, value: index })),
    mutation,
    index,
    indexOfKind: index,
    text: '1',
    bytes: 1,
    hasMarkers: false,
    ownRefusal: undefined,
    refusal: undefined,
  }));
  return {
    mutation: {
      address: { namespace: '', storeName: `store-${storeKey}` },
      change: 'save',
      isAtomic,
      operations: operations.map(({ operation }) => operation),
      writer: ada,
    },
    store: { key: storeKey, policyVersion: 0, policy: {}, schema: undefined },
    operations,
  };
}

const roundsAs = (...mutations: PreparedMutation[]) =>
  roundsOf(mutations).map((round) => round.map(({ mutation, operation }) => `${mutation}${operation.id}`));

test('different entries are one round; the same id in another store is another entry', () => {
  expect(roundsAs(saving(0, ['a', 'b'], true), saving(1, ['c'], true), saving(2, ['a'], true, 2))).toEqual([
    ['0a', '0b', '1c', '2a'],
  ]);
});

test('an entry comes in a later round than all before it on the same entry', () => {
  expect(roundsAs(saving(0, ['a', 'a', 'b'], false), saving(1, ['b'], true))).toEqual([
    ['0a', '0b'],
    ['0a', '1b'],
  ]);
});

test('an atomic mutation is one round as a whole, after the last of its entries; what comes after it waits', () => {
  expect(roundsAs(saving(0, ['a'], true), saving(1, ['a', 'b'], true), saving(2, ['b'], true))).toEqual([
    ['0a'],
    ['1a', '1b'],
    ['2b'],
  ]);
});
