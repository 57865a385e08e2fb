import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { openAccessChanges } from './access-changes.ts';

const own = started(createTestDatabase, 'drop');

test('thousands of waits and streams are told in several turns, in the order in which they began', async () => {
  const listeners = 2_000;
  const changes = openAccessChanges(own.database); // tells of a change when it begins to listen
  const told: number[] = [];
  const inTurn: number[] = [0];
  const nextTurn = () => {
    inTurn.push(0);
    if (told.length < listeners) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  for (let number = 0; number < listeners; number += 1)
    changes.subscribe(() => {
      told.push(number);
      inTurn.push((inTurn.pop() ?? 0) + 1);
    });
  await expect.poll(() => told.length).toBe(listeners);
  expect(told).toEqual(Array.from({ length: listeners }, (_, number) => number));
  expect(Math.max(...inTurn)).toBeLessThan(150);
  await changes.close();
});
