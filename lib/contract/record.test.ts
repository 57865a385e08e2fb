import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseJson } from './json.ts';
import { record } from './record.ts';
import { tagChanges, tags } from './tags.ts';

const given = (text: string) => parseJson(text);

test('a member named __proto__ is a member of a record like any other', () => {
  const values = record(z.string().min(1), z.number()).describe('Numbers by name');
  const parsed = values.parse(given('{"a":1,"__proto__":2,"constructor":3,"toString":4}'));
  expect(Object.entries(parsed).toSorted()).toEqual([
    ['__proto__', 2],
    ['a', 1],
    ['constructor', 3],
    ['toString', 4],
  ]);
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
});

test('its name and its value are checked, and a refusal says where', () => {
  const pathsOf = (schema: z.ZodType) =>
    schema.safeParse(given('{"__proto__":"x"}')).error?.issues.map(({ path }) => path);
  expect(pathsOf(z.object({ of: record(z.string(), z.number()) }).shape.of)).toEqual([['__proto__']]);
  expect(pathsOf(record(z.string().max(3), z.string()))).toEqual([['__proto__']]);
});

test('what is no object is refused as before', () => {
  const values = record(z.string(), z.number());
  for (const value of [null, [], 1, 'x']) expect(values.safeParse(value).success).toBe(false);
  expect(values.parse({})).toEqual({});
});

test('a tag may be named __proto__, and counts', () => {
  expect(Object.entries(tags.parse(given('{"__proto__":"x"}')))).toEqual([['__proto__', 'x']]);
  expect(Object.entries(tagChanges.parse(given('{"__proto__":null}')))).toEqual([['__proto__', null]]);
  expect(tags.safeParse(given('{"__proto__":{"nested":1}}')).success).toBe(false);
});
