import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addToBasket,
  type BasketOperation,
  failuresByEntry,
  readKeptBasket,
  removeFromBasket,
  sizeOfBasket,
  transactionOf,
} from './basket.model.ts';

const saved = (id: string, bytes = 10): BasketOperation => ({
  kind: 'save',
  id,
  bytes,
  version: 1,
  save: { id, value: '1', ifMatch: '"1"' },
});
const deleted = (id: string): BasketOperation => ({ kind: 'delete', id, ifMatch: '"2"', version: 2 });

describe('a basket', () => {
  test('holds each entry once: a later operation takes the place of an earlier one', () => {
    const basket = addToBasket([saved('a'), saved('b')], [deleted('a'), saved('c')]);
    expect(basket.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['delete a', 'save b', 'save c']);
    expect(removeFromBasket(basket, 'b').map(({ id }) => id)).toEqual(['a', 'c']);
  });

  test('is one transaction with the entity tag of each', () => {
    expect(transactionOf([saved('a'), deleted('b')])).toEqual({
      upserts: [{ id: 'a', value: '1', ifMatch: '"1"' }],
      deletes: [{ id: 'b', ifMatch: '"2"' }],
    });
  });

  test('says what keeps it from being committed', () => {
    expect(sizeOfBasket([]).problem).toBe('The basket is empty.');
    expect(sizeOfBasket([saved('a'), deleted('b')])).toEqual({ operations: 2, bytes: 10, problem: undefined });
    const many = Array.from({ length: 101 }, (_, index) => deleted(String(index)));
    expect(sizeOfBasket(many).problem).toBe('A transaction has at most 100 operations.');
    expect(sizeOfBasket(many.slice(1)).problem).toBeUndefined();
    const large = [saved('a', 4 * 1024 * 1024), saved('b', 1)];
    expect(sizeOfBasket(large).problem).toBe('A transaction has at most 4194304 bytes of values.');
  });

  test('finds which of its operations were refused', () => {
    const failure = (id: string) => ({
      operation: 'upsert' as const,
      index: 0,
      id,
      code: 'PreconditionFailed' as const,
      message: 'it has changed',
    });
    expect(failuresByEntry([saved('a')], [failure('a')])?.get('a')?.message).toBe('it has changed');
    expect(failuresByEntry([saved('a')], [failure('z')])).toBeUndefined();
    expect(failuresByEntry([saved('a')], undefined)).toBeUndefined();
  });

  test('comes back as it was kept; what is no basket is an empty one', () => {
    const operation = fc.oneof(
      fc.string().map((id) => saved(id)),
      fc.string().map(deleted),
    );
    fc.assert(
      fc.property(fc.array(operation), (operations) => {
        const basket = addToBasket([], operations);
        expect(readKeptBasket(JSON.stringify(basket))).toEqual(basket);
        expect(new Set(basket.map(({ id }) => id)).size).toBe(basket.length);
      }),
    );
    for (const kept of [undefined, '', '{}', '[1]', '[{"kind":"save","id":"a"}]', '[{"kind":"delete","id":1}]']) {
      expect(readKeptBasket(kept)).toEqual([]);
    }
  });
});
