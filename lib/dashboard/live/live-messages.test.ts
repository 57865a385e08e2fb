import { expect, it } from 'vitest';
import { isAbout, mergeChanges } from './live-messages.ts';

it('names each task once when changes come together', () => {
  const merged = mergeChanges(
    { tasks: ['a', 'b'], created: 1, isOverflow: false },
    { tasks: ['b', 'c'], created: 2, isOverflow: false },
  );
  expect(merged).toEqual({ tasks: ['a', 'b', 'c'], created: 3, isOverflow: false });
});

it('says so when there are too many to name', () => {
  const many = { tasks: Array.from({ length: 600 }, (_, at) => `task-${at}`), created: 0, isOverflow: false };
  expect(mergeChanges({ tasks: ['a'], created: 0, isOverflow: false }, many).isOverflow).toBe(true);
});

it('knows what a subscriber asked for', () => {
  const change = { tasks: ['a'], created: 0, isOverflow: false };
  expect(isAbout(change, ['a', 'z'])).toBe(true);
  expect(isAbout(change, ['z'])).toBe(false);
  expect(isAbout(change, undefined)).toBe(true);
  expect(isAbout({ ...change, isOverflow: true }, ['z'])).toBe(true);
});
