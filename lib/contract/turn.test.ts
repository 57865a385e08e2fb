import { afterEach, expect, test, vi } from 'vitest';
import { mapInTurns, Turn } from './turn.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a turn is over after more than 10 ms, which all work of the same turn shares', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const [turn, other] = [new Turn(), new Turn()];
  await turn.next(); // what ran before has ended its turn
  expect(turn.isOver()).toBe(false);
  now = 10;
  expect([turn.isOver(), other.isOver()]).toEqual([false, false]);
  now = 10.1;
  expect([turn.isOver(), other.isOver()]).toEqual([true, true]);
  await turn.next();
  expect([turn.isOver(), other.isOver()]).toEqual([false, false]);
});

test('items are converted in their order, each after the one before it', async () => {
  let busy = 0;
  const converted = await mapInTurns(['a', 'b', 'c'], async (item, at) => {
    expect(++busy).toBe(1);
    await null;
    busy -= 1;
    return `${item}${at}`;
  });
  expect(converted).toEqual(['a0', 'b1', 'c2']);
});
