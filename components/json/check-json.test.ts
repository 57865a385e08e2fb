import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue, pointerPart, stringifyJson } from '#contract';
import { checkJson, formatJson } from './check-json.ts';
import { findPlaces } from './json-places.ts';

const schema: JsonObject = {
  type: 'object',
  properties: {
    orderId: { type: 'string' },
    amount: { type: 'integer', minimum: 1 },
    channel: { anyOf: [{ type: 'string' }, { type: 'object', required: ['name'] }] },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
  },
  required: ['orderId', 'amount'],
  additionalProperties: false,
  $defs: { line: { enum: ['a', 'b'] } },
};

/** What an operator sees: the marked text and the sentence under it. */
const seen = (text: string, options = {}) =>
  checkJson(text, { schema, ...options }).problems.map(({ from, to, message }) => [text.slice(from, to), message]);

describe('a JSON text against a schema', () => {
  test('is right', () => {
    expect(checkJson('{"orderId": "o-1", "amount": 5}', { schema })).toEqual({
      isJson: true,
      value: { orderId: 'o-1', amount: 5 },
      valueBytes: 28,
      problems: [],
    });
  });

  test('marks each mistake where it stands', () => {
    expect(seen('{"orderId": 7, "amount": 0, "channel": 4, "lines": ["a", "c"], "other": 1}')).toEqual([
      ['7', 'This is number; it must be string.'],
      ['0', '0 is less than 1.'],
      ['4', 'The value matches none of the allowed forms.'],
      ['"c"', 'This must be one of "a","b".'],
      ['"other"', 'Unknown property.'],
    ]);
  });

  test('names what is missing', () => {
    expect(seen('{"amount": 1}')).toEqual([['{', 'The required property "orderId" is missing.']]);
  });

  test('checks a value with a name that is not well-formed Unicode', () => {
    const numbers = { type: 'object', additionalProperties: { type: 'number' } };
    expect(checkJson('{"\\ud800": "x"}', { schema: numbers }).problems).toHaveLength(1);
  });

  test('says where reading went wrong', () => {
    expect(checkJson('{"a": 1, }').problems).toMatchObject([{ from: 9, to: 10 }]);
    expect(checkJson('{"a": tru}').problems[0]?.message).toMatch(/^This is not JSON: /);
    const long = `{"note": "${'x'.repeat(50)}", "fail": none"}`;
    expect(checkJson(long).problems[0]?.message).toBe("This is not JSON: unexpected token 'o'.");
  });

  test('keeps integers exact and still checks their bounds', () => {
    const text = '{"orderId": "o", "amount": 9007199254740993}';
    expect(checkJson(text, { schema })).toMatchObject({
      value: { orderId: 'o', amount: 9007199254740993n },
      problems: [],
    });
    expect(seen('{"orderId": "o", "amount": -9007199254740993}')).toHaveLength(1);
  });

  test('a hidden value is kept where it is stored and refused where it is not', () => {
    const text = '{"orderId": {"$redacted": true}, "amount": 1}';
    expect(seen(text, { redacted: 'keep' })).toEqual([]);
    expect(seen(text)).toEqual([['"orderId"', 'This value is redacted. Enter a value.']]);
  });

  test('a reference to a secret stands for any value', () => {
    expect(seen('{"orderId": {"$secret": "ORDER"}, "amount": 1}')).toEqual([]);
  });

  test("shows the service's problems at their places, or at the nearest around", () => {
    const errors = [
      { pointer: '/amount', message: 'too much' },
      { pointer: '/lines/3', message: 'unknown line' },
    ];
    expect(seen('{"orderId": "o", "amount": 1, "lines": []}', { errors })).toEqual([
      ['1', 'too much'],
      ['"lines"', 'unknown line'],
    ]);
  });
});

test('formatting changes no value, whatever its numbers', () => {
  const json = fc.jsonValue({ noUnicodeString: false });
  fc.assert(
    fc.property(fc.oneof(json, fc.bigInt()), (value) => {
      const text = stringifyJson(value);
      expect(stringifyJson(checkJson(formatJson(text) ?? '').value)).toBe(text);
    }),
  );
});

test('every value of a text is found by its pointer', () => {
  const at = (value: JsonValue, pointer: string): [string, JsonValue][] => {
    if (Array.isArray(value))
      return [[pointer, value], ...value.flatMap((item, index) => at(item, `${pointer}/${index}`))];
    if (!isJsonObject(value)) return [[pointer, value]];

    return [
      [pointer, value],
      ...Object.entries(value).flatMap(([name, member]) => at(member, `${pointer}/${pointerPart(name)}`)),
    ];
  };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (generated) => {
      const text = JSON.stringify(generated, null, 1);
      const { places, brokenAt } = findPlaces(text);
      expect(brokenAt).toBeUndefined();
      for (const [pointer, value] of at(JSON.parse(text), '')) {
        const place = places.get(pointer);
        expect(JSON.parse(text.slice(place?.from, place?.to))).toEqual(value);
      }
    }),
  );
});
