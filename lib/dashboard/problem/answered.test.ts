import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error';
import { expect, it } from 'vitest';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { answered } from './answered.ts';

const title = 'The entry was not saved';

it('passes on what was answered', async () => {
  expect(await answered(Promise.resolve({ ok: true, value: 1 }))).toEqual({ ok: true, value: 1 });
});

it('says of an action that a newer dashboard does not know that nothing was done', async () => {
  const answer = await answered(Promise.reject<never>(new UnrecognizedActionError('Server Action "a1" was not found')));
  expect(answer).toMatchObject({ ok: false, problem: { code: 'OldPage', detail: expect.stringContaining('Reload') } });
  expect(outcomeTitle(title, answer.problem)).toBe(title);
});

it('says of an action without an answer that it is not known what was done', async () => {
  const answer = await answered(Promise.reject<never>(new TypeError('Failed to fetch')));
  expect(outcomeTitle(title, answer.problem)).toBe('It is not known whether the entry was saved');
});
