import { expect, it } from 'vitest';
import { outcomeTitle } from './outcome-title.ts';

it('says that nothing was done only where an answer came', () => {
  expect(outcomeTitle('The entry was not saved', { code: 'PreconditionFailed' })).toBe('The entry was not saved');
  for (const code of ['Unreachable', 'BadAnswer'])
    expect(outcomeTitle('The entry was not saved', { code })).toBe('It is not known whether the entry was saved');
});
