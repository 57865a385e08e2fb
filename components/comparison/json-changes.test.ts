import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameJson, type JsonValue, parseJson, stringifyJson } from '#contract';
import { jsonChanges, verdictOf } from './json-changes.ts';

/** What differs between two JSON texts, one line each. */
const changes = (left: string, right: string) =>
  jsonChanges(parseJson(left), parseJson(right)).map(
    ({ kind, pointer, left, right }) => `${pointer} ${kind}: ${stringifyJson(left)} ${stringifyJson(right)}`,
  );

test.each([
  ['{"a":1,"b":{"c":2}}', '{"b":{"c":2},"a":1}', []],
  ['{"a":1,"b/c":2}', '{"a":1.5,"d":2}', ['/a changed: 1 1.5', '/b~1c onlyLeft: 2 null', '/d onlyRight: null 2']],
  ['[1,2,3]', '[1,3]', ['/1 onlyLeft: 2 null']],
  [
    '[{"id":1,"n":1},{"id":2}]',
    '[{"id":0},{"id":1,"n":2},{"id":2}]',
    ['/0/id changed: 1 0', '/0/n onlyLeft: 1 null', '/1 onlyRight: null {"id":1,"n":2}'],
  ],
  ['[{"a":1,"b":2}]', '[{"x":0},{"b":2,"a":1}]', ['/0 onlyRight: null {"x":0}']],
  ['9007199254740993', '9007199254740992', [' changed: 9007199254740993 9007199254740992']],
  ['{"a":[]}', '{"a":{}}', ['/a changed: [] {}']],
  ['"1"', '1', [' changed: "1" 1']],
  ['null', '{"x":null}', [' changed: null {"x":null}']],
])('%s beside %s differs in %j', (left, right, expected) => {
  expect(changes(left, right)).toEqual(expected);
});

test('hidden values are not compared, at any depth and on one side', () => {
  const hidden = '{"$redacted":true}';
  expect(changes(`{"pin":${hidden},"n":1}`, `{"pin":${hidden},"n":1}`)).toEqual([`/pin hidden: ${hidden} ${hidden}`]);
  expect(changes(`[{"pin":${hidden}}]`, `[{"pin":${hidden}}]`)).toHaveLength(1);
  expect(changes(hidden, '7')).toEqual([` hidden: ${hidden} 7`]);
  expect(changes(`{"pin":${hidden}}`, '{}')).toEqual([`/pin onlyLeft: ${hidden} null`]);
  const verdict = (left: JsonValue, right: JsonValue) => verdictOf(jsonChanges(left, right));
  expect(verdict({ pin: { $redacted: true } }, { pin: { $redacted: true } })).toBe('hidden');
  expect(verdict({ pin: { $redacted: true }, n: 1 }, { pin: { $redacted: true }, n: 2 })).toBe('differs');
  expect(verdict({ n: 1 }, { n: 1 })).toBe('same');
});

test('there is a change exactly where two values are not the same', async () => {
  const value = fc.jsonValue({ maxDepth: 3 }).map((made) => parseJson(JSON.stringify(made)));
  await fc.assert(
    fc.asyncProperty(value, value, async (left, right) => {
      expect(jsonChanges(left, left)).toEqual([]);
      expect(jsonChanges(left, right).length === 0).toBe(await isSameJson(left, right));
    }),
  );
});
