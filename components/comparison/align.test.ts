import fc from 'fast-check';
import { expect, test } from 'vitest';
import { align } from './align.ts';

/** The aligned lists as one text: `a` on both sides, `-a` only left, `+a` only right. */
const aligned = (left: string, right: string) =>
  align([...left], [...right])
    .map((pair) => {
      if (pair.left === undefined) return `+${right[pair.right ?? 0]}`;
      return pair.right === undefined ? `-${left[pair.left]}` : left[pair.left];
    })
    .join('');

test.each([
  ['abc', 'abc', 'abc'],
  ['abc', 'ac', 'a-bc'],
  ['', 'ab', '+a+b'],
  ['abxc', 'abyc', 'ab-x+yc'],
  ['ppppx', 'pppx', 'ppp-px'],
  ['ba', 'aba', '+aba'],
  ['xab', 'abx', '-xab+x'],
  ['abx', 'xab', '+xab-x'],
])('%s beside %s is %s', (left, right, expected) => {
  expect(aligned(left, right)).toBe(expected);
});

/** Lists whose product of lengths is above what is searched exactly. */
const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

test('each element of both lists comes once and in order, and only equal ones stand beside each other', () => {
  const long = fc.integer({ min: 0, max: 1 }).map((isLong) => Array.from({ length: isLong * 1_200 }, (_, n) => `${n}`));
  fc.assert(
    fc.property(list, list, long, (start, other, more) => {
      const [left, right] = [
        [...start, ...more],
        [...other, ...more.toReversed()],
      ];
      const pairs = align(left, right);
      expect(pairs.flatMap((pair) => pair.left ?? [])).toEqual(left.map((_, place) => place));
      expect(pairs.flatMap((pair) => pair.right ?? [])).toEqual(right.map((_, place) => place));
      for (const pair of pairs)
        if (pair.left !== undefined && pair.right !== undefined) expect(left[pair.left]).toBe(right[pair.right]);
    }),
    { numRuns: 50 },
  );
});

test('10,000 elements with one missing and one moved are aligned but for these', () => {
  const left = Array.from({ length: 10_000 }, (_, n) => (n % 2 === 0 ? 'poll' : `item ${n}`));
  const moved = left.toSpliced(5_001, 1).toSpliced(7, 1);
  const right = [...moved, 'item 7'];
  const apart = align(left, right).filter((pair) => pair.left === undefined || pair.right === undefined);
  expect(apart).toEqual([
    { left: 7, right: undefined },
    { left: 5_001, right: undefined },
    { left: undefined, right: 9_998 },
  ]);
});
