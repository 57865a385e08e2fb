import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonValue, parseJson, stringifyJson } from '#contract';
import { makeQueryClient } from './query-client.ts';
import { shareEqualParts } from './share-equal-parts.ts';

const odd = '{"__proto__":{"x":1},"constructor":2,"exact":1e400,"big":9007199254740993,"zero":-0}';
const shareTexts = (before: string, now: string) => stringifyJson(shareEqualParts(parseJson(before), parseJson(now)));

test.each([
  ['nothing has changed', odd, odd],
  ['a member beside it has changed', '{"__proto__":{"x":1},"b":1}', '{"__proto__":{"x":1},"b":2}'],
  ['it is new', '{"b":1}', '{"b":1,"__proto__":{"x":1}}'],
  ['it is gone', '{"b":1,"__proto__":{"x":1}}', '{"b":1}'],
  ['its members have changed', '{"__proto__":{"x":1}}', '{"__proto__":{"x":2}}'],
  ['a name that all objects have is new', '{}', '{"toString":1}'],
  ['a number has another sign', '{"a":0}', '{"a":-0}'],
  ['the order of members has changed', '{"a":0,"b":1}', '{"b":1,"a":0}'],
])('the new data are the result where %s', (_, before, now) => {
  expect(shareTexts(before, now)).toBe(now);
});

test('the client of the queries keeps it when data are read again', async () => {
  const queries = makeQueryClient();
  const read = (text: string) =>
    queries.fetchQuery({ queryKey: ['run'], queryFn: async () => parseJson(text), staleTime: 0 });
  await read(`{"input":${odd},"status":"running"}`);
  await read(`{"input":${odd},"status":"succeeded"}`);
  expect(stringifyJson(queries.getQueryData(['run']))).toBe(`{"input":${odd},"status":"succeeded"}`);
});

test('what is equal stays the same, exact numbers included', () => {
  const before = { list: [{ a: parseJson('1e400') }], odd: parseJson(odd), status: 'running' };
  const now = { list: [{ a: parseJson('1e400') }], odd: parseJson(odd), status: 'ended' };
  const shared = shareEqualParts(before, now);
  expect(shared).toEqual(now);
  expect(shared).toMatchObject({ list: expect.toSatisfy((list) => list === before.list) });
  expect(shared).toMatchObject({ odd: expect.toSatisfy((one) => one === before.odd) });
});

test('the result is always the new data', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(json, json, (before, now) => {
      const [one, other]: [JsonValue, JsonValue] = [parseJson(stringifyJson(before)), parseJson(stringifyJson(now))];
      expect(stringifyJson(shareEqualParts(one, other))).toBe(stringifyJson(other));
      expect(shareEqualParts(one, parseJson(stringifyJson(before)))).toBe(one);
    }),
  );
});
