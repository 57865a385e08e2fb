import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson, stringifyJson } from '#contract';
import { layOutJson } from './lay-out-json.ts';
import { takeValue } from './take-value.ts';

it('lays any JSON text out as if its value were written again, also one that has spaces', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, 4), (given, indent) => {
      const text = JSON.stringify(given, null, indent);
      expect(layOutJson(text)).toBe(stringifyJson(parseJson(text), 2));
    }),
  );
});

it('keeps strings and numbers as they are written', () => {
  const text = '{"a\\"b\\\\":[12345678901234567890,-1.50e+3,"{\\u0041, \\"[}:\\\\"],"none":[],"nothing":{ }}';
  expect(layOutJson(text)).toBe(
    '{\n  "a\\"b\\\\": [\n    12345678901234567890,\n    -1.50e+3,\n    "{\\u0041, \\"[}:\\\\"\n  ],\n  "none": [],\n  "nothing": {}\n}',
  );
});

it('takes the value out of an object wherever it stands, and nothing else of that name', () => {
  const member = fc.tuple(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(fc.array(member), fc.array(member), fc.jsonValue(), (before, after, value) => {
      const others = Object.fromEntries([...before, ...after].filter(([name]) => name !== 'value'));
      const object = { ...Object.fromEntries(before.filter(([name]) => name in others)), value, ...others };
      const taken = takeValue(JSON.stringify(object));
      expect(taken.value).toBe(stringifyJson(parseJson(JSON.stringify(value)), 2));
      expect(JSON.parse(taken.rest)).toEqual(JSON.parse(JSON.stringify(others)));
    }),
  );
});

it.each(['', '[1]', '{"value":"a', '{"value":{"a":1}', '{"value":1'])(
  'refuses a text that is no whole object: %s',
  (text) => {
    expect(() => takeValue(text)).toThrow(SyntaxError);
  },
);
