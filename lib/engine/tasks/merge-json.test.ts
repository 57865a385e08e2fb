import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonObject, type JsonValue, LosslessNumber } from '#contract';
import { mergeJson } from './merge-json.ts';

/** The examples of RFC 7396, appendix A: the stored value, the patch, and the result. */
const examples: [JsonValue, JsonValue, JsonValue][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

test.each(examples)('%j patched with %j is %j', async (stored, patch, merged) => {
  expect((await mergeJson(stored, patch)) ?? null).toEqual(merged);
});

test('nothing is like an empty object, and null leaves nothing', async () => {
  expect(await mergeJson(undefined, { a: { b: 1, c: null } })).toEqual({ a: { b: 1 } });
  expect(await mergeJson({ a: 1 }, null)).toBeUndefined();
});

test('the example of RFC 7396, section 3', async () => {
  const stored = {
    title: 'Goodbye!',
    author: { givenName: 'John', familyName: 'Doe' },
    tags: ['example', 'sample'],
    content: 'This will be unchanged',
  };
  const patch = { title: 'Hello!', phoneNumber: '+01-123-456-7890', author: { familyName: null }, tags: ['example'] };
  expect(await mergeJson(stored, patch)).toEqual({
    title: 'Hello!',
    author: { givenName: 'John' },
    tags: ['example'],
    content: 'This will be unchanged',
    phoneNumber: '+01-123-456-7890',
  });
});

test('a number that no double holds is a value, not an object to merge into', async () => {
  const exact = new LosslessNumber('1.00000000000000000001');
  expect(await mergeJson({ a: { b: 1 } }, { a: exact })).toEqual({ a: exact });
  expect(await mergeJson({ a: exact }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
});

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

test('each member is what the patch says: taken over, removed, merged or left as it was', async () => {
  const document = fc.dictionary(fc.string({ maxLength: 2 }), fc.jsonValue());
  const clean = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));
  await fc.assert(
    fc.asyncProperty(document, document, async (stored, patch) => {
      const [before, change] = [clean(stored), clean(patch)];
      const merged = await mergeJson(structuredClone(before), change);
      if (!isObject(merged)) throw new Error('an object patched with an object is one');
      for (const name of new Set([...Object.keys(before), ...Object.keys(change), ...Object.keys(merged)])) {
        const [was, wanted, is] = [before[name], change[name], merged[name]];
        if (wanted === undefined) expect(is).toEqual(was);
        else if (wanted === null) expect(Object.hasOwn(merged, name)).toBe(false);
        else if (!isObject(wanted)) expect(is).toEqual(wanted);
        else expect(is).toEqual(await mergeJson(was, wanted));
      }
      expect(await mergeJson(structuredClone(merged), change)).toEqual(merged);
    }),
  );
});
