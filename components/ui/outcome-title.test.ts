import { expect, it } from 'vitest';
import { outcomeTitle, problemOfTry } from './outcome-title.ts';

it('says that nothing was done only where an answer came', () => {
  expect(outcomeTitle('The entry was not saved', { code: 'PreconditionFailed' })).toBe('The entry was not saved');
  for (const code of ['Unreachable', 'BadAnswer'])
    expect(outcomeTitle('The entry was not saved', { code })).toBe('It is not known whether the entry was saved');
});

it('does not take a try that was not sent for the end of an earlier one', () => {
  const notSent = { code: 'NothingDone', detail: 'There was no connection, so this was not sent.' };
  for (const code of ['Unreachable', 'BadAnswer'])
    expect(problemOfTry({ code }, notSent)).toEqual({ ...notSent, code: 'Unreachable' });
  for (const earlier of [undefined, { code: 'InvalidRequest' }, notSent])
    expect(problemOfTry(earlier, notSent)).toBe(notSent);
  const refused = { code: 'PreconditionFailed' };
  expect(problemOfTry({ code: 'Unreachable' }, refused)).toBe(refused);
});
