import { expect, test } from 'vitest';
import { type JsonObject, type JsonValue, maximumSchemaProblems, stringifyJson } from '#contract';
import { checkSchema } from './check-schema.ts';
import { checkValues } from './check-values.ts';
import { jsonSchema } from './json-schema.ts';
import { longestTurnInMs, longestTurnOf } from './testing/watch-loop.ts';

const candidate = (value: JsonValue, more = {}) => ({ value, text: stringifyJson(value), sensitive: [], ...more });
const check = (schema: JsonObject, ...values: JsonValue[]) =>
  checkValues(
    jsonSchema(schema),
    values.map((value) => candidate(value)),
    'ada',
  );

/** Each level applies the next one twice: 2^40 checks. */
function tower(keyword: 'allOf' | 'anyOf' | 'oneOf', foot: JsonValue): JsonObject {
  const $defs: JsonObject = { level40: foot };
  for (let level = 0; level < 40; level += 1) {
    const $ref = `#/$defs/level${level + 1}`;
    $defs[`level${level}`] = { [keyword]: [{ $ref }, { $ref }] };
  }
  return { $ref: '#/$defs/level0', $defs };
}

const slow: Readonly<Record<string, [JsonObject, JsonValue]>> = {
  pattern: [{ pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`],
  format: [{ format: 'url' }, `http://${'a'.repeat(60)}!`],
  uniqueItems: [{ uniqueItems: true }, Array.from({ length: 60_000 }, (_, index) => [[index]])],
  allOf: [tower('allOf', true), 0],
  anyOf: [tower('anyOf', false), 0],
  oneOf: [tower('oneOf', {}), 0],
  items: [{ allOf: Array(3_000).fill({ items: { allOf: Array(50).fill({}) } }) }, Array(20_000).fill(0)],
};

test('whatever its keyword, a check that takes too long ends, and never holds the event loop', async () => {
  const entries = Object.entries(slow).map(([name, [schema, value]]) => ({
    name,
    schema: jsonSchema(schema),
    given: candidate(value),
  }));
  const longest = await longestTurnOf(async () => {
    const checked = await Promise.all(entries.map(({ name, schema, given }) => checkValues(schema, [given], name)));
    for (const [index, problems] of checked.entries())
      expect(problems, entries[index]?.name).toEqual([
        [{ pointer: '', message: expect.stringMatching(/^cannot be checked, the schema takes (longer|more) than/) }],
      ]);
  });
  expect(longest).toBeLessThan(longestTurnInMs);
});

test('the values of one call share a budget: what comes after a slow one is not checked', async () => {
  const [first, second, third] = await check({ pattern: '^(a+)+$' }, 'aaaa', `${'a'.repeat(60)}!`, 'aaaa');
  expect(first).toEqual([]);
  expect(second).toMatchObject([{ message: expect.stringContaining('longer than 1000 ms') }]);
  expect(third).toEqual(second);
});

test('the slow checks of one caller neither end nor hold up those of others', async () => {
  const stuck = Array.from({ length: 3 }, (_, at) => check({ pattern: `^(a+)+${at}$` }, `${'a'.repeat(60)}!`));
  let ended = 0;
  for (const one of stuck) void one.then(() => (ended += 1));
  const others = Array.from({ length: 8 }, (_, at) =>
    checkValues(jsonSchema({ pattern: `^b{${at}}$` }), [candidate('b'.repeat(at))], 'eve'),
  );
  expect(await Promise.all(others)).toEqual(others.map(() => [[]]));
  expect(ended, 'checks of the first that ended meanwhile').toBeLessThan(3);
  for (const problems of await Promise.all(stuck)) expect(problems[0]).toHaveLength(1);
});

test('problems are the same in either process', async () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      age: { maximum: 5 },
      token: { type: 'string', minLength: 3 },
      list: { items: { type: 'number' } },
    },
  };
  const value = { age: 1n << 70n, token: { $secret: 'T' }, list: Array(100).fill('x') };
  const given = candidate(value, { sensitive: ['/age'], hasSecrets: true });
  const here = await checkValues(jsonSchema(schema), [given], 'ada');
  const there = await checkValues(jsonSchema({ ...schema, $defs: { none: { pattern: 'x' } } }), [given], 'ada');
  expect(there).toEqual(here);
  expect(here[0]).toHaveLength(maximumSchemaProblems);
  expect(here[0]).toContainEqual({ pointer: '/age', message: "does not meet the schema's maximum" });
  expect(here[0]?.filter(({ pointer }) => pointer.startsWith('/token'))).toEqual([]);
});

test('small values are checked in this process, until they are many', async () => {
  const schema = jsonSchema({ properties: { pattern: { type: 'string' } }, enum: [{ pattern: 'x' }] });
  expect(schema.weight).toBeLessThan(20);
  expect(await checkValues(schema, [candidate({ pattern: 'x' })], 'ada')).toEqual([[]]);
  const many = Array.from({ length: 1_000 }, () => candidate(Array(1_000).fill(0)));
  const longest = await longestTurnOf(async () => {
    const problems = await checkValues(schema, many, 'ada');
    expect(problems).toHaveLength(1_000);
    expect(problems.every(([first]) => first !== undefined)).toBe(true);
  });
  expect(longest).toBeLessThan(longestTurnInMs);
});

test('a schema that is broken lets no value by, and does not end its process', async () => {
  const broken = { properties: { a: { $ref: '#/$defs/none' } } };
  expect(await check(broken, { b: 1 })).toEqual([[]]);
  expect(await check(broken, { a: 1 })).toEqual([
    [{ pointer: '', message: expect.stringContaining('the schema is broken: Unresolved $ref') }],
  ]);
  const twice = { $defs: { a: { $id: 'https://a.example/x' }, b: { $id: 'https://a.example/x' } }, $ref: '#/$defs/a' };
  expect(await check(twice, 1)).toEqual([[{ pointer: '', message: expect.stringContaining('the schema is broken') }]]);
});

test('whether a schema can be used is found out in another process too', async () => {
  expect(await checkSchema({ type: 'object' })).toEqual([]);
  expect(await checkSchema({ type: 'nonsense' })).toContainEqual({
    pointer: '/type',
    message: expect.stringContaining('is no JSON Schema 2020-12'),
  });
  expect(await checkSchema(tower('allOf', true))).toEqual([
    { pointer: '', message: 'cannot be used: it takes longer than 1000 ms or 256 MiB to read' },
  ]);
});
