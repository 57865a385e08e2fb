import { expect, test } from 'vitest';
import { errorFilters } from '@/components/error/error-filters.ts';
import { taskFilters } from '@/components/task/task-filters.ts';
import { choiceFilter } from './definition.ts';

const stuck = choiceFilter({
  ...{ key: 'stuck', label: 'Stuck', about: '', example: '', field: 'stuckFor', isTotal: true },
  choices: ['queued', 'leaseExpired'],
  words: { leaseExpired: 'silent worker' },
});

test.each(['leaseExpired', 'leaseexpired', 'silent-worker', 'silent worker', 'Silent-Worker'])(
  'a choice is read as it is written by people and in links: %s',
  (value) => {
    expect(stuck.read(value, new Date())).toEqual({ fields: { stuckFor: 'leaseExpired' } });
    expect(stuck.wordsOf?.(value)).toBe('silent worker');
    expect(stuck.writtenOf?.(value)).toBe('silent-worker');
    expect(stuck.negate?.([value])).toEqual(['queued']);
  },
);

test('what is not a choice is refused with the words of the choices', () => {
  const problem = '“slow” is not one of queued, silent-worker';
  expect(stuck.read('slow', new Date())).toEqual({ problem });
  expect(stuck.negate?.(['queued', 'slow'])).toEqual({ problem });
  expect(stuck.wordsOf?.('slow')).toBeUndefined();
});

test('no list suggests a value in two words written as one', () => {
  const offered = [...taskFilters.definitions, ...errorFilters.definitions].flatMap(({ suggestions, wordsOf }) =>
    suggestions === undefined || 'source' in suggestions
      ? []
      : suggestions.flatMap((one) => [one, wordsOf?.(one) ?? one]),
  );
  expect(offered.filter((one) => /[a-z][A-Z]/.test(one))).toEqual([]);
});
