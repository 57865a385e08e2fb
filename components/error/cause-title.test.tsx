import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hiddenMessage } from '#contract';
import { CauseTitle, causeWords } from './cause-title.tsx';

const textOf = (group: Parameters<typeof CauseTitle>[0]['group']) =>
  renderToStaticMarkup(<CauseTitle group={group} />).replace(/<[^>]*>/g, '');

test.each([
  ['the name that an operator gave', { name: 'Bad rates', message: 'x' }, 'Bad rates'],
  ['the error', { message: 'no rate' }, 'TypeError: no rate'],
  ['an error without a message', { message: '' }, 'TypeError'],
  ['a message that may not be seen', { message: hiddenMessage }, 'TypeError: message redacted'],
])('shows %s, the same as a title and as plain text', (_, { message, ...named }, words) => {
  const group = { ...named, error: { name: 'TypeError', message } };
  expect([textOf(group), causeWords(group)]).toEqual([words, words]);
});
