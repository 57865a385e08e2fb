import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentInTurns } from './document-in-turns.ts';

it('makes the document that the editor would make at once', async () => {
  const line = fc.tuple(fc.nat(90_000), fc.constantFrom('\n', '\r\n', '\r', '')).map(([n, end]) => 'x'.repeat(n) + end);
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''));
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      const made = await documentInTurns(given);
      expect(made.eq(Text.of(given.split(/\r\n?|\n/)))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

it('lets others have their turn', async () => {
  const long = `${'a line\n'.repeat(100_000)}`;
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  await documentInTurns(long);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});
