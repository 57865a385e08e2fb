import { expect, test } from 'vitest';
import { destinations } from './destinations.ts';

test.each(['href', 'label', 'letter'] as const)('no two pages have the same %s', (member) => {
  const given = destinations.map((destination) => destination[member]);
  expect(given.filter((one, at) => given.indexOf(one) !== at)).toEqual([]);
});
