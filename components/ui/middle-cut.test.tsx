import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MiddleCut } from './middle-cut.tsx';

/** The texts that are cut by themselves. */
const partsOf = (text: string) =>
  [...renderToStaticMarkup(<MiddleCut text={text} />).matchAll(/<span class="[^"]*\btruncate\b[^"]*">([^<]*)</g)].map(
    ([, part]) => part,
  );

it('cuts a long text in its middle', () => {
  expect(partsOf('orders/2026/november/4711')).toEqual(['orders/2026', '/november/4711']);
  expect(partsOf('1234567890123456789🦉')).toEqual(['123456', '7890123456789🦉']);
});

it('cuts a short text at its end, so that its beginning is shown', () => {
  expect(partsOf('admin@localhost')).toEqual(['admin@localhost']);
  expect(partsOf('')).toEqual(['']);
});
