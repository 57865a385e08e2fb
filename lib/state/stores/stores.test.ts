import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { newStore, startState } from '../testing/state-fixture.ts';
import { knownStores } from './stores.ts';

const fixture = started(startState, 'end');

/** The stores of a new process, with the number of queries that they have made. */
function countedStores() {
  const counted = { queries: 0, isAway: false };
  const database = new Proxy(fixture.database, {
    apply(target, self, given) {
      counted.queries += 1;
      if (counted.isAway) throw new Error('the database is away');
      return Reflect.apply(target, self, given);
    },
  });
  return { counted, stores: knownStores(database) };
}

test('the first writes of many callers share the look-up of their store', async () => {
  const { counted, stores } = countedStores();
  const address = newStore();
  const made = await Promise.all(Array.from({ length: 100 }, () => stores.findOrMake(address)));
  expect(new Set(made).size).toBe(1);
  expect(counted.queries).toBe(3); // it is not there, is made, and is read
  expect(await stores.findOrMake(address)).toBe(made[0]);
  expect(counted.queries).toBe(3);
});

test('stores of several names are looked up apart', async () => {
  const { stores } = countedStores();
  const [one, other] = await Promise.all([stores.findOrMake(newStore()), stores.findOrMake(newStore())]);
  expect(one.key).not.toBe(other.key);
});

test('a look-up that failed is made again', async () => {
  const { counted, stores } = countedStores();
  const address = newStore();
  counted.isAway = true;
  const failed = await Promise.allSettled([stores.findOrMake(address), stores.findOrMake(address)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  counted.isAway = false;
  expect(await stores.findOrMake(address)).toMatchObject({ policy: {} });
});
