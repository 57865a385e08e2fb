import { expect, it } from 'vitest';
import { logOptions } from './log-options.ts';

const read = (query: string) => logOptions(new URLSearchParams(query));

it('reads a log forwards, unless its end or what is before a line is wanted', () => {
  const forwards = { isBackward: false, maxPageSize: 500, orderBy: 'loggedOn asc' };
  const backward = { isBackward: true, maxPageSize: 500, orderBy: 'loggedOn desc' };
  expect(read('')).toEqual(forwards);
  expect(read('from=start')).toEqual(forwards);
  expect(read('after=t')).toEqual({ ...forwards, after: 't' });
  expect(read('from=end')).toEqual(backward);
  expect(read('before=t')).toEqual({ ...backward, before: 't' });
});

it('asks for the lines that the filter shows', () => {
  expect(read('level=warn&search=x&attempt=1&sequence=0&size=20')).toEqual({
    ...{ isBackward: false, maxPageSize: 20, orderBy: 'loggedOn asc' },
    ...{ level: ['warn', 'error'], search: 'x', attempt: 1, sequence: 0 },
  });
});

it.each(['from=middle', 'level=loud', 'search=', `search=${'x'.repeat(257)}`, 'attempt=0', 'sequence=-1', 'size=501'])(
  'refuses %s',
  (query) => {
    expect(() => read(query)).toThrow('The log cannot be read with this filter.');
  },
);
