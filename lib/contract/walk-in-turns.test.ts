import { expect, test } from 'vitest';
import { isJsonObject, type JsonValue, parseJson } from './json.ts';
import { replaceInTurns, walkInTurns } from './walk-in-turns.ts';

const replacementOf = (part: JsonValue) => (isJsonObject(part) && part.old === true ? 'new' : undefined);

test('objects and arrays come in their order with their pointers, without those below a refused one', async () => {
  const seen: string[] = [];
  await walkInTurns({ a: [1, { b: {} }], 'c/d': { e: [] }, f: 'text' }, (_, pointer) => {
    seen.push(pointer());
    return pointer() !== '/a/1';
  });
  expect(seen).toEqual(['', '/a', '/a/1', '/c~1d', '/c~1d/e']);
});

test('what is replaced leaves the rest as it was, and shares it', async () => {
  const value = { a: [{ old: true }, { kept: [1] }], b: { c: [2] }, n: parseJson('1.10') };
  const replaced = Object(await replaceInTurns(value, replacementOf));
  expect(replaced).toEqual({ a: ['new', { kept: [1] }], b: { c: [2] }, n: parseJson('1.10') });
  expect(replaced.b).toBe(value.b);
  expect(replaced.a[1]).toBe(value.a[1]);
  expect(replaced.n).toBe(value.n);
  expect(value.a[0]).toEqual({ old: true });
});

test.each<[JsonValue, JsonValue]>([
  [{ old: true }, 'new'],
  ['text', 'text'],
  [null, null],
  [[], []],
])('%j as a whole becomes %j', async (value, after) => {
  expect(await replaceInTurns(value, replacementOf)).toEqual(after);
});

test('a member may have any name', async () => {
  const value = parseJson('{"__proto__":{"old":true},"1":[{"old":true}]}');
  expect(JSON.stringify(await replaceInTurns(value, replacementOf))).toBe('{"1":["new"],"__proto__":"new"}');
});
