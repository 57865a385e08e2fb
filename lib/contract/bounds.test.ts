import { expect, test } from 'vitest';
import { intersectBounds, intersectPatterns, isInside, widerKinds, withinTaskBounds } from './bound-patterns.ts';
import { bounds } from './bounds.ts';

test('a pattern is a name, or a prefix followed by one *', () => {
  const isGood = (given: object) => bounds.safeParse(given).success;
  expect(isGood({ types: ['billing.*', 'mail', '*'], queues: [], stores: ['billing-*', 'x', '*'] })).toBe(true);
  for (const wrong of ['', 'a*b', '**', 'a b', 'a'.repeat(129)]) expect(isGood({ types: [wrong] }), wrong).toBe(false);
  for (const wrong of ['', 'A', '-a', 'a*b']) expect(isGood({ stores: [wrong] }), wrong).toBe(false);
  expect(isGood({ locks: ['a'] })).toBe(false);
});

test('a name is inside when one of the patterns matches it', () => {
  expect(isInside(undefined, 'any')).toBe(true);
  expect(isInside([], 'any')).toBe(false);
  expect(isInside(['billing.*'], 'billing.run')).toBe(true);
  expect(isInside(['billing.*'], 'billing')).toBe(false);
  expect(isInside(['billing'], 'billing.run')).toBe(false);
  expect(isInside(['mail', 'billing.*'], 'mail')).toBe(true);
});

test('what both lists match is the narrower of each two patterns', () => {
  expect(intersectPatterns(undefined, undefined)).toBeUndefined();
  expect(intersectPatterns(['a*'], undefined)).toEqual(['a*']);
  expect(intersectPatterns(undefined, [])).toEqual([]);
  expect(intersectPatterns(['a*', 'b'], ['ab*', 'a', 'c*'])).toEqual(['ab*', 'a']);
  expect(intersectPatterns(['a*', 'ab*'], ['abc', 'ab*'])).toEqual(['abc', 'ab*']);
  expect(intersectBounds(undefined, undefined)).toBeUndefined();
  expect(intersectBounds({ types: ['a*'], stores: ['s'] }, { types: ['b*'], queues: ['q*'] })).toEqual({
    types: [],
    queues: ['q*'],
    stores: ['s'],
  });
});

test('bounds are wider where they match more, also where they say nothing', () => {
  const outer = { types: ['billing.*'], stores: ['s'] };
  expect(widerKinds(outer, outer)).toEqual([]);
  expect(widerKinds({ types: ['billing.a', 'billing.b*'], queues: ['q'], stores: [] }, outer)).toEqual([]);
  expect(widerKinds({ types: ['billing*'], stores: ['s*'] }, outer)).toEqual(['types', 'stores']);
  expect(widerKinds(undefined, outer)).toEqual(['types', 'stores']);
  expect(widerKinds(undefined, undefined)).toEqual([]);
});

test('a filter of tasks is narrowed, never widened', () => {
  const filter = { type: ['billing.a', 'mail'], queue: undefined };
  expect(withinTaskBounds(filter, undefined)).toBe(filter);
  expect(withinTaskBounds(filter, { types: ['billing.*'], queues: ['q'] })).toEqual({
    type: ['billing.a'],
    queue: ['q'],
  });
  expect(withinTaskBounds({ type: ['mail'] }, { types: ['billing.*'] })).toEqual({ type: [] });
});
