import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameJson, type JsonValue, LosslessNumber, parseJson } from './index.ts';

const json = fc.json({ maxDepth: 3 }).map(parseJson);

test('two values are the same when they have the same parts', async () => {
  await fc.assert(
    fc.asyncProperty(json, json, async (one, other) => {
      expect(await isSameJson(one, structuredClone(one))).toBe(true);
      expect(await isSameJson(one, other)).toBe(isDeepStrictEqual(one, other));
      expect(await isSameJson([1, one], [1, other])).toBe(isDeepStrictEqual(one, other));
    }),
  );
});

test.each<[JsonValue, JsonValue, boolean]>([
  [{ a: 1, b: [2, {}] }, { b: [2, {}], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [[1, 2], [1], false],
  [[], {}, false],
  [{ a: { b: 1 } }, { a: { b: 2 } }, false],
  [new LosslessNumber('1.50'), new LosslessNumber('1.50'), true],
  [new LosslessNumber('1.50'), new LosslessNumber('1.51'), false],
  [2n ** 64n, 2n ** 64n, true],
  [null, {}, false],
])('%s and %s: %s', async (one, other, isSame) => {
  expect(await isSameJson(one, other)).toBe(isSame);
});
