import { expect, test } from 'vitest';
import { parseJson } from './json.ts';
import { plainValue } from './plain-value.ts';

test('exact numbers become doubles, at any depth', () => {
  const value = parseJson(
    '{"a": [12345678901234567890, {"b": 0.10000000000000000001}], "c": null, "d": "1", "e": true}',
  );
  expect(plainValue(value)).toEqual({ a: [12345678901234567000, { b: 0.1 }], c: null, d: '1', e: true });
  expect(plainValue(12345678901234567890n)).toBe(12345678901234567000);
});

test('names become well-formed, and a member named __proto__ stays a member', () => {
  expect(plainValue({ '\ud800': 1 })).toEqual({ '\ufffd': 1 });
  expect(Object.keys(plainValue(parseJson('{"__proto__": 1}')) ?? {})).toEqual(['__proto__']);
});

test('an object is replaced by its stand-in, which gets its pointer', () => {
  const seen: string[] = [];
  const plain = plainValue({ 'a/b': [{ secret: 'x' }], c: { d: 1 } }, (value, pointer) => {
    seen.push(pointer);
    return 'secret' in value ? '' : undefined;
  });
  expect(plain).toEqual({ 'a/b': [''], c: { d: 1 } });
  expect(seen).toEqual(['', '/a~1b/0', '/c']);
});
