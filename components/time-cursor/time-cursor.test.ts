import { expect, test } from 'vitest';
import { createTimeCursor } from './time-cursor.ts';

test('tells of each change once, and of none after the end', () => {
  const cursor = createTimeCursor();
  const seen: (number | undefined)[] = [];
  const end = cursor.subscribe(() => seen.push(cursor.get()?.at));
  cursor.set({ at: 1, by: 'pointer' });
  cursor.set({ at: 1, by: 'pointer' });
  cursor.set({ at: 2, by: 'pointer' });
  cursor.set(undefined);
  end();
  cursor.set({ at: 3, by: 'keyboard' });
  expect(seen).toEqual([1, 2, undefined]);
});
