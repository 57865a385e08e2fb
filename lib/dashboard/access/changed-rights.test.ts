import { expect, it } from 'vitest';
import { changedRights } from './changed-rights.ts';

it('names what was withdrawn and what was granted', () => {
  expect(changedRights(['tasks/read', 'logs/read'], ['tasks/read'])).toEqual({
    title: 'Your rights have changed',
    description: 'You no longer have logs/read.',
    isLess: true,
  });
  const { description, isLess } = changedRights(['a', 'b'], ['a', 'b', 'c', 'd']);
  expect([description, isLess]).toEqual(['You also have c and d.', false]);
  expect(changedRights(['a', 'b', 'c', 'd', 'e'], ['f']).description).toBe(
    'You no longer have a, b, c and 2 more. You also have f.',
  );
});

it('speaks of bounds where the scopes are the same', () => {
  expect(changedRights(['a'], ['a'])).toMatchObject({
    description: 'You reach other tasks and stores than before.',
    isLess: true,
  });
});
