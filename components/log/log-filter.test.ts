import { expect, it } from 'vitest';
import { coverageSentence, isFiltered, levelsFrom, logFilterQuery } from './log-filter.ts';

it('wants a level and those above', () => {
  expect(levelsFrom('warn')).toEqual(['warn', 'error']);
  expect(levelsFrom('debug')).toBeUndefined();
  expect(isFiltered({ level: 'debug' })).toBe(false);
});

it('says what was searched and whether that is all', () => {
  const complete = { count: 3, isComplete: true };
  expect(coverageSentence({}, 2, complete)).toBe('All 3 lines of run 2.');
  expect(coverageSentence({}, 2, { count: 1, isComplete: true })).toBe('The only line of run 2.');
  expect(coverageSentence({ search: 'x' }, 2, complete)).toBe('3 lines match among every line of run 2.');
  expect(coverageSentence({ search: 'x' }, 2, { count: 0, isComplete: true })).toBe(
    'No matches among every line of run 2.',
  );
  expect(coverageSentence({ level: 'error' }, 2, { count: 1_500, isComplete: false })).toBe(
    '1,500+ lines match among every line of run 2; more are loaded as you scroll.',
  );
});

it('becomes a query', () => {
  expect(logFilterQuery({ search: 'a b', level: 'warn', attempt: undefined }).toString()).toBe('search=a+b&level=warn');
});
