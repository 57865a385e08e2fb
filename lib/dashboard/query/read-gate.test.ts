import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ReadGate } from './read-gate.ts';

/** Follows a promise: whether it is settled. */
function watched(promise: Promise<unknown>) {
  const state = { isOver: false };
  const note = () => {
    state.isOver = true;
  };
  promise.then(note, note);
  return state;
}

test('a closed gate waits for the reads that are under way, and has later ones wait until it is open', async () => {
  const gate = new ReadGate();
  const answer = Promise.withResolvers<string>();
  const first = gate.through(() => answer.promise);
  const closed = watched(gate.close(60_000));
  let isAsked = false;
  const second = gate.through(async () => {
    isAsked = true;
    return 'second';
  });
  await setImmediate();
  expect([closed.isOver, isAsked]).toEqual([false, false]);
  answer.resolve('first');
  expect(await first).toBe('first');
  await setImmediate();
  expect([closed.isOver, isAsked]).toEqual([true, false]);
  gate.open();
  expect(await second).toBe('second');
});

test('a read that fails does not hold the gate up, and one that does not end holds it up for its time at most', async () => {
  const gate = new ReadGate();
  const failing = gate.through(() => Promise.reject(new Error('cut off')));
  await expect(failing).rejects.toThrow('cut off');
  await gate.close(60_000);
  gate.open();
  void gate.through(() => new Promise(() => {}));
  await gate.close(1);
});
