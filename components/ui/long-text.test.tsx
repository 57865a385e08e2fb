// @vitest-environment jsdom
import { act } from 'react';
import { expect, it } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { beginningOf, LongText } from './long-text.tsx';

it.each([
  ['of few words', 'The card was declined.', 'The card was declined.'],
  ['of many lines', Array.from({ length: 20 }, (_, line) => `row ${line}`).join('\n'), /^row 0\n.*row 7$/s],
  ['of many words', 'a word '.repeat(500), /^(a word ){80,}a( word)?$/],
  ['without words', '😀'.repeat(700), /^(😀){600}$/u],
])('begins a text %s', (_, text, beginning) => {
  if (typeof beginning === 'string') expect(beginningOf(text)).toBe(beginning);
  else expect(beginningOf(text)).toMatch(beginning);
});

it('shows the beginning of a long text, and all of it when it is asked', async () => {
  const text = `${'no '.repeat(999)}end`;
  const { host } = await draw(<LongText text={text} />);
  const button = host.querySelector('button');
  expect(host.querySelector('p')?.textContent?.length).toBeLessThan(620);
  expect(button?.textContent).toBe('Show all 3,000 characters');
  await act(async () => button?.click());
  expect(host.querySelector('p')?.textContent).toBe(text);
  expect(button?.getAttribute('aria-expanded')).toBe('true');
});

it('has no button for a short text', async () => {
  const { host } = await draw(<LongText text="short" />);
  expect([host.textContent, host.querySelector('button')]).toEqual(['short', null]);
});
