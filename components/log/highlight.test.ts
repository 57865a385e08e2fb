import fc from 'fast-check';
import { expect, it } from 'vitest';
import { highlightParts } from './highlight.ts';

it('marks every match whatever its case, and loses nothing', () => {
  expect(highlightParts('Timeout: timeout (1.5 s)', 'TIMEOUT').filter((part) => part.isMatch)).toHaveLength(2);
  expect(highlightParts('a.b axb', '.b').filter((part) => part.isMatch)).toMatchObject([{ text: '.b', at: 1 }]);
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, search) => {
      const parts = highlightParts(text, search);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const part of parts) expect(text.slice(part.at, part.at + part.text.length)).toBe(part.text);
    }),
  );
});
