import { expect, test } from 'vitest';
import { parseInTurns, stringifyInTurns } from '#contract';
import { longestTurnInMs, longestTurnOf } from '../../schema/testing/watch-loop.ts';

const size = 16 * 1024 * 1024;
const large: Readonly<Record<string, () => string>> = {
  numbers: () => `[${'0,'.repeat(size / 2 - 2)}0]`,
  'exact numbers': () => `[${'12345678901234567890,'.repeat(size / 42)}0]`,
  objects: () => `[${'{},'.repeat(size / 6)}{}]`,
  nested: () => `[${`${'['.repeat(190)}${']'.repeat(190)},`.repeat(size / 800)}0]`,
  names: () => `{${Array.from({ length: size / 40 }, (_, index) => `"name${index}":0`).join()}}`,
  escapes: () => `["${'\\"'.repeat(size / 2 - 8)}"]`,
  'long texts': () => `["${'x'.repeat(size / 2)}","${'\\u00e4\\n'.repeat(size / 20)}"]`,
  'a broken end': () => `[${'{"a":1},'.repeat(size / 16)}`,
};

test.each(Object.entries(large))(
  'a large body of %s never holds the event loop',
  async (_, text) => {
    const given = text();
    const longest = await longestTurnOf(async () => {
      const read = await parseInTurns(given, () => false).catch(({ code }) => code);
      expect(read).toSatisfy((one) => typeof one === 'object' || ['InvalidJson', 'LimitExceeded'].includes(one));
    });
    expect(longest).toBeLessThan(longestTurnInMs);
  },
  60_000,
);

test('a large value that is written never holds the event loop', async () => {
  const value = Array.from({ length: 500_000 }, (_, index) => ({ [`name${index}`]: [index] }));
  const longest = await longestTurnOf(async () => {
    expect((await stringifyInTurns(value)).length).toBeGreaterThan(10_000_000);
  });
  expect(longest).toBeLessThan(longestTurnInMs);
}, 60_000);
