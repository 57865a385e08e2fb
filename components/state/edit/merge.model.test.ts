import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonValue, parseJson, stringifyJson } from '#contract';
import { type Choice, isSame, mergeJson } from './merge.model.ts';

const json = (text: string) => parseJson(text);
const merged = (base: string, theirs: string, mine: string) => {
  const { merged: value, ...rest } = mergeJson(json(base), json(theirs), json(mine));
  return { text: value === undefined ? undefined : stringifyJson(value), ...rest };
};

describe('what merges by itself', () => {
  test('different members of an object', () => {
    expect(merged('{"a":1,"b":2}', '{"a":5,"b":2}', '{"a":1,"b":7}')).toEqual({
      text: '{"a":5,"b":7}',
      conflicts: [],
      theirs: ['/a'],
      mine: ['/b'],
    });
  });

  test('different places of arrays of one length', () => {
    expect(merged('[1,[2,3],4]', '[9,[2,3],4]', '[1,[2,8],4]').text).toBe('[9,[2,8],4]');
  });

  test('a member removed by one and another changed by the other', () => {
    expect(merged('{"a":1,"b":2}', '{"b":2}', '{"a":1,"b":3}').text).toBe('{"b":3}');
  });

  test('the same change made twice', () => {
    expect(merged('{"a":1}', '{"a":2}', '{"a":2}')).toMatchObject({ text: '{"a":2}', conflicts: [] });
  });

  test('numbers of any size, to the last digit', () => {
    const { text } = merged(
      '{"n":9007199254740993,"f":0.1,"x":1}',
      '{"n":9007199254740995,"f":0.1,"x":1}',
      '{"n":9007199254740993,"f":3.141592653589793238462643,"x":-0}',
    );
    expect(text).toBe('{"n":9007199254740995,"f":3.141592653589793238462643,"x":-0}');
  });

  test('new members stand where their side put them', () => {
    expect(merged('{"a":1,"z":2}', '{"a":1,"t":0,"z":2}', '{"first":0,"a":1,"z":2,"last":0}').text).toBe(
      '{"first":0,"a":1,"t":0,"z":2,"last":0}',
    );
  });

  test('members that one side put in another order stay in it', () => {
    expect(merged('{"a":1,"b":2}', '{"b":2,"a":1}', '{"a":1,"b":3}').text).toBe('{"b":3,"a":1}');
  });

  test('members named like the machinery of objects', () => {
    expect(
      merged('{"__proto__":1,"toString":1}', '{"__proto__":2,"toString":1}', '{"__proto__":1,"toString":3}').text,
    ).toBe('{"__proto__":2,"toString":3}');
  });
});

describe('what overlaps is listed with all three', () => {
  test('the same member', () => {
    const { conflicts } = merged('{"a/b":{"~":1}}', '{"a/b":{"~":2}}', '{"a/b":{"~":3}}');
    expect(conflicts).toEqual([{ pointer: '/a~1b/~0', base: 1, theirs: 2, mine: 3 }]);
  });

  test('changed here and removed there', () => {
    expect(merged('{"a":1,"b":0}', '{"b":0}', '{"a":2,"b":0}').conflicts).toEqual([
      { pointer: '/a', base: 1, theirs: undefined, mine: 2 },
    ]);
  });

  test('added by both, differently', () => {
    expect(merged('{}', '{"a":{"x":1}}', '{"a":{"y":1}}').conflicts).toHaveLength(1);
  });

  test('arrays whose length changed, as a whole', () => {
    expect(merged('{"a":[1,2]}', '{"a":[1,2,3]}', '{"a":[0,2]}').conflicts).toEqual([
      { pointer: '/a', base: [1, 2], theirs: [1, 2, 3], mine: [0, 2] },
    ]);
  });

  test('each choice takes one side, and only there', () => {
    const [base, theirs, mine] = [json('{"a":1,"b":1}'), json('{"a":2,"b":2}'), json('{"a":3,"b":3}')];
    const places = new Map<string, Choice>([
      ['/a', 'mine'],
      ['/b', 'base'],
    ]);
    expect(mergeJson(base, theirs, mine, { places }).merged).toEqual({ a: 3, b: 1 });
    expect(mergeJson(base, theirs, mine, { places: new Map([['/a', 'base']]), rest: 'mine' }).merged).toEqual({
      a: 1,
      b: 3,
    });
  });
});

const value = fc.letrec<{ value: JsonValue; leaf: JsonValue }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<JsonValue>(
      null,
      true,
      false,
      0,
      -0,
      'a',
      '',
      json('12345678901234567890123'),
      json('0.1000000000000000055511151'),
    ),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt(2n ** 53n + 1n, 2n ** 70n),
    fc.string(),
  ),
  value: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'x/y', '~', '', '__proto__'), tie('value'), { noNullPrototype: true }),
  ),
})).value;

describe('for any three values', () => {
  test('who changed nothing loses nothing of the other, to the last digit and member', () => {
    fc.assert(
      fc.property(value, value, (base, changed) => {
        expect(stringifyJson(mergeJson(base, changed, base).merged)).toBe(stringifyJson(changed));
        expect(stringifyJson(mergeJson(base, base, changed).merged)).toBe(stringifyJson(changed));
        expect(mergeJson(base, changed, base).conflicts).toEqual([]);
      }),
    );
  });

  test('the same change by both is that change', () => {
    fc.assert(
      fc.property(value, value, (base, changed) => {
        expect(isSame(mergeJson(base, changed, structuredCopy(changed)).merged, changed)).toBe(true);
      }),
    );
  });

  test('changes of different members are both there, whoever was first', () => {
    fc.assert(
      fc.property(fc.record({ a: value, b: value, c: value }), value, value, (base, a, b) => {
        const theirs = { ...base, a };
        const mine = { ...base, b };
        const result = mergeJson(base, theirs, mine);
        expect(result.conflicts).toEqual([]);
        expect(stringifyJson(result.merged)).toBe(stringifyJson({ ...base, a, b }));
        expect(stringifyJson(mergeJson(base, mine, theirs).merged)).toBe(stringifyJson({ ...base, a, b }));
      }),
    );
  });

  test('nothing is lost: choosing one side everywhere keeps all that it changed', () => {
    fc.assert(
      fc.property(value, value, value, (base, theirs, mine) => {
        const { conflicts } = mergeJson(base, theirs, mine);
        for (const side of ['theirs', 'mine'] as const) {
          const places = new Map(conflicts.map(({ pointer }) => [pointer, side]));
          const result = mergeJson(base, theirs, mine, { places });
          expect(result.conflicts.map(({ pointer }) => pointer)).toEqual(conflicts.map(({ pointer }) => pointer));
          // what is merged differs from the chosen side only where nothing but the other one changed
          const again = mergeJson(base, result.merged, side === 'mine' ? mine : theirs);
          expect(again.conflicts).toEqual([]);
        }
      }),
    );
  });
});

function structuredCopy(given: JsonValue): JsonValue {
  return json(stringifyJson(given));
}
