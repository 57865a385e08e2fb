import { expect, test } from 'vitest';
import { type JsonObject, type JsonValue, markersIn, stringifyJson } from '#contract';
import { checkValues } from './check-values.ts';
import { jsonSchema } from './json-schema.ts';

const hidden = { $redacted: true };

async function pointersOf(schema: JsonObject, value: JsonValue): Promise<string[]> {
  const candidate = { value, text: stringifyJson(value), sensitive: [], unknown: markersIn(value) };
  const [problems = []] = await checkValues(jsonSchema(schema), [candidate], 'somebody');
  return problems.map(({ pointer }) => pointer);
}

const conditional = (condition: JsonObject, branch: 'then' | 'else'): JsonObject => ({
  if: condition,
  [branch]: { properties: { n: { const: 2 } } },
});
const never: JsonObject = { type: 'string', pattern: '^never$' };
test.each<[string, JsonObject]>([
  ['a keyword of the part', { properties: { card: never } }],
  ['additionalProperties', { properties: { n: {} }, additionalProperties: never }],
  ['patternProperties', { patternProperties: { '^c': never } }],
  ['a reference', { $defs: { never }, properties: { card: { $ref: '#/$defs/never' } } }],
  ['allOf', { allOf: [{ properties: { card: never } }] }],
  ['anyOf', { anyOf: [{ properties: { card: never } }, { properties: { card: never }, required: ['card'] }] }],
  ['oneOf', { oneOf: [{ properties: { card: never } }, { properties: { card: { const: 2 } } }] }],
  ['not', { not: { properties: { card: {} } } }],
  ['if and then', conditional({ properties: { card: {} } }, 'then')],
  ['if and else', conditional({ properties: { card: never } }, 'else')],
  ['const of the whole', { const: { card: 'a', n: 1 } }],
  ['enum of the whole', { enum: [{ card: 'a', n: 1 }] }],
  ['dependentSchemas', { dependentSchemas: { n: { properties: { card: never } } } }],
])('what depends on an unknown part is no problem: %s', async (_, schema) => {
  expect(await pointersOf(schema, { card: hidden, n: 1 })).toEqual([]);
});

test('nor where an unknown part is in a list', async () => {
  expect(await pointersOf({ contains: never }, [hidden, 1])).toEqual([]);
  expect(await pointersOf({ uniqueItems: true }, [hidden, hidden])).toEqual([]);
  expect(await pointersOf({ items: never }, [hidden, 1])).toEqual(['/1']);
});

test('the rest is checked: beside it, in it, and what is missing', async () => {
  const schema: JsonObject = {
    required: ['card', 'n', 'more'],
    properties: { card: never, n: { type: 'number' } },
    allOf: [{ properties: { list: { anyOf: [{ maxItems: 1 }, { type: 'number' }] } } }],
    additionalProperties: { type: 'array' },
  };
  expect(await pointersOf(schema, { card: hidden, n: 'x', list: [1, 2] })).toEqual(
    expect.arrayContaining(['', '/n', '/list']),
  );
  expect(await pointersOf(schema, { card: hidden, n: 1, list: [1], more: [] })).toEqual([]);
  expect(await pointersOf({ properties: { card: never } }, { card: 'x' })).toEqual(['/card']);
});
