import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentInTurns, textInTurns } from './document-in-turns.ts';

const line = fc.tuple(fc.nat(90_000), fc.constantFrom('\n', '\r\n', '\r', '')).map(([n, end]) => 'x'.repeat(n) + end);
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(''));

it('makes the document that the editor would make at once', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      const made = await documentInTurns(given);
      expect(made.eq(Text.of(given.split(/\r\n?|\n/)))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

it('takes out the text that the document has', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      const doc = Text.of(given.split(/\r\n?|\n/));
      expect((await textInTurns(doc, () => false)) === doc.toString()).toBe(true);
    }),
    { numRuns: 40 },
  );
});

it('stops to take out a text that nobody wants any more', async () => {
  const doc = Text.of(Array.from({ length: 100_000 }, () => 'a line'));
  let asked = 0;
  const taken = await textInTurns(doc, () => {
    asked += 1;
    return asked === 2;
  });
  expect(taken).toBeUndefined();
  expect(asked).toBe(2);
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
