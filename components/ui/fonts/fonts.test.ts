import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync(new URL('./fonts.ts', import.meta.url), 'utf8');
/** The values of `unicode-range`, in the order in which the fonts stand in the file. */
const written = [...text.matchAll(/value:\s*'([^']+)'/g)].map(([, value = '']) => value);

/** First and last code point of each part of a `unicode-range`. */
function rangesOf(value: string): [number, number][] {
  return value.split(', ').map((part) => {
    const [first = '', last = first] = part.slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

test('each letter belongs to one file of a font, so the other one is not loaded for it', () => {
  expect(written).toHaveLength(4);
  const [latin = '', rest = ''] = written;
  expect(written.slice(2)).toEqual([latin, rest]);
  const all = [...rangesOf(latin), ...rangesOf(rest)].sort(([one], [other]) => one - other);
  let next = 0;
  for (const [first, last] of all) {
    expect(first).toBe(next);
    next = last + 1;
  }
  expect(next).toBe(0x11_00_00);
});

test('the small files have what pages say', () => {
  const isSmall = (letter: string) =>
    rangesOf(written[0] ?? '').some(([first, last]) => first <= letter.charCodeAt(0) && letter.charCodeAt(0) <= last);
  expect([...'Azäß09…“”’·–→←×−›⏎⌘↓↑✓✕▸€'].filter((letter) => !isSmall(letter))).toEqual([]);
});
