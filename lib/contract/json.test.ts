import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, isStorable, LosslessNumber, parseJson, parseToken, stringifyJson } from './json.ts';
import { endOfJsonString } from './json-text.ts';

describe('exact JSON', () => {
  test.each([
    '9007199254740993',
    '-9223372036854775808',
    '123456789012345678901234567890',
    '0.1234567890123456789012345',
    '1e400',
    '-0',
    '{"a":[-0,1e400],"__proto__":{"x":9007199254740993}}',
    '{"":"","b":1,"a":2}',
    '"\\u0000\\ud83d\\ude00"',
  ])('%s comes back unchanged', (text) => {
    expect(JSON.parse(JSON.stringify(stringifyJson(parseJson(text))))).toBe(text.replace('\\ud83d\\ude00', '😀'));
  });

  test('any JSON value survives a round trip', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(stringifyJson(parseJson(text)))).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  test('number-like texts are texts, and a large number behind them is exact', () => {
    const text = '{"1e9\\\\":"9007199254740993\\"1e5","id":"0e1-12345678901234567890","n":9007199254740993}';
    expect(stringifyJson(parseJson(text))).toBe(text);
    expect(parseJson(text)).toMatchObject({ n: 9007199254740993n });
    expect(parseJson('["1e5\\\\",9007199254740993]')).toEqual(['1e5\\', 9007199254740993n]);
  });

  test('a number that a program has as a double comes back as that double, unless it is an integer in text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const isLongInteger = Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;
        expect(parseJson(stringifyJson(value))).toBe(isLongInteger ? BigInt(String(value)) : value);
      }),
    );
    expect(parseJson('[1e+21,-1.7976931348623157e+308]')).toEqual([1e21, -Number.MAX_VALUE]);
    expect(parseJson('1.00000000000000000001e+21')).toBeInstanceOf(LosslessNumber);
  });

  test('any integer survives, whatever its size', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(stringifyJson(parseJson(`[${value}]`))).toBe(`[${value}]`);
      }),
    );
  });

  test('a member named __proto__ is a member, not a prototype', () => {
    const value = parseJson('{"__proto__":{"polluted":9007199254740993}}');
    expect(Object.hasOwn(Object(value), '__proto__')).toBe(true);
    expect(Object(value).polluted).toBeUndefined();
  });

  test.each(['', '{', '[1,]', '{"a":1,}', '01', 'NaN', '{"a":9007199254740993'])('%j is refused', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

test('an object is neither null, a list, a text nor a number, whatever its members are called', () => {
  const objects = [{}, { isLosslessNumber: true }, { length: 1 }];
  expect(objects.every(isJsonObject)).toBe(true);
  const others = [null, undefined, [], [{}], 'text', 1, 1n, true, new LosslessNumber('1e400')];
  expect(others.some(isJsonObject)).toBe(false);
});

test('a negative zero stays negative, alone, with a fraction and beside a number that no double holds', () => {
  for (const text of ['-0', '[-0]', '-0.0', '-0e1']) expect(stringifyJson(parseJson(text))).toMatch(/^\[?-0\]?$/);
  expect(stringifyJson(parseJson('[-0,9007199254740993]'))).toBe('[-0,9007199254740993]');
});

test('the database can hold every text but one with NUL or half of a surrogate pair', () => {
  expect(['', 'a', '\u0001', '😀', '\uffff'].every(isStorable)).toBe(true);
  expect(['\u0000', 'a\u0000b', '\ud83d', '\ude00x'].some(isStorable)).toBe(false);
});

test('a token is JSON without what no token of ours holds', () => {
  expect(parseToken('["a",1,{"b":null}]')).toEqual(['a', 1, { b: null }]);
  for (const made of ['', '{', 'x', '["\\u0000"]', '{"a":["\\ud800"]}']) expect(parseToken(made)).toBeUndefined();
});

test('a JSON string ends at a quote with an even number of backslashes before it', () => {
  for (const string of ['""', '"a"', String.raw`"\""`, String.raw`"\\"`, String.raw`"\\\""`])
    expect(endOfJsonString(`[${string},"x"]`, 1)).toBe(string.length);
  expect(endOfJsonString(String.raw`"a\"`, 0)).toBe(-1);
});

test('undefined members are left out, and undefined itself is null; spaces are for people', () => {
  expect(stringifyJson({ a: undefined, b: 1n })).toBe('{"b":1}');
  expect(stringifyJson(undefined)).toBe('null');
  expect(stringifyJson({ a: [1n] }, 2)).toBe('{\n  "a": [\n    1\n  ]\n}');
});
