import { expect, test } from 'vitest';
import { destinations, firstReadable } from './destinations.ts';

test.each(['href', 'label', 'letter'] as const)('no two pages have the same %s', (member) => {
  const given = destinations.map((destination) => destination[member]);
  expect(given.filter((one, at) => given.indexOf(one) !== at)).toEqual([]);
});

test('the first page is one that the operator may read', () => {
  expect(firstReadable(['tasks/read', 'state/read'])).toBe('/');
  expect(firstReadable(['logs/read', 'state/read'])).toBe('/state');
  expect(firstReadable([])).toBe('/approvals');
});
