import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonValue, LosslessNumber, parseJson, stringifyJson } from './json.ts';
import {
  holdsBrokenMarker,
  holdsMarker,
  isRedactedMarker,
  markersAt,
  markersIn,
  misplacedMarker,
  pointersBelow,
  redact,
  redactedMarker,
  restoreRedacted,
} from './redaction.ts';

describe('redact', () => {
  test('a value at a pointer becomes the marker, the rest stays', async () => {
    const value = { card: { number: '4111', holder: 'Ada' }, items: [{ secret: 1 }, { secret: 2 }], 'a/b': 'x' };
    expect(await redact(value, ['/card/number', '/items/1/secret', '/a~1b', '/not/there'])).toEqual({
      card: { number: redactedMarker, holder: 'Ada' },
      items: [{ secret: 1 }, { secret: redactedMarker }],
      'a/b': redactedMarker,
    });
  });

  test('the whole value can be sensitive', async () => {
    expect(await redact('secret', [''])).toEqual(redactedMarker);
    expect(await redact(null, [''])).toEqual(redactedMarker);
  });

  test('a pointer is read as RFC 6901 says: ~1 first, then ~0', async () => {
    const value = { '~1': 'a', '/': 'b', '~': 'c', '': 'd', ' ': 'e' };
    expect(await redact(value, ['/~01'])).toEqual({ ...value, '~1': redactedMarker });
    expect(await redact(value, ['/~1'])).toEqual({ ...value, '/': redactedMarker });
    expect(await redact(value, ['/~0'])).toEqual({ ...value, '~': redactedMarker });
    expect(await redact(value, ['/'])).toEqual({ ...value, '': redactedMarker });
  });

  test('what is not there is not made: a member, an item, a part of a text or a number, a name of Object', async () => {
    const value: JsonValue = { list: [1], text: 'abc', big: new LosslessNumber('1e400'), none: null };
    for (const pointer of ['/x', '/list/1', '/list/x', '/text/0', '/big/value', '/none/x', '/toString', '/constructor'])
      expect(await redact(value, [pointer])).toEqual(value);
    expect(await redact('text', ['/a'])).toBe('text');
  });

  test('null is a value, and hidden as any other', async () => {
    expect(await redact({ a: null, b: [null] }, ['/a', '/b/0'])).toEqual({ a: redactedMarker, b: [redactedMarker] });
  });

  test('the value that was given stays as it was', async () => {
    const value = { a: { b: 1 }, c: [{ d: 2 }] };
    const before = structuredClone(value);
    await redact(value, ['/a/b', '/c/0/d']);
    expect(value).toEqual(before);
  });
});

test.each([
  [{ $redacted: true }, true],
  [{ $redacted: false }, false],
  [{ $redacted: 'true' }, false],
  [{ $redacted: true, more: 1 }, false],
  [[{ $redacted: true }], false],
  ['$redacted', false],
  [null, false],
  [undefined, false],
] as const)('%j is a marker: %s', (value, expected) => {
  expect(isRedactedMarker(value as JsonValue | undefined)).toBe(expected);
});

describe('restoring', () => {
  test('saving what was read redacted keeps the stored value', async () => {
    const stored = { card: { number: '4111' }, note: 'a' };
    const read = await redact(stored, ['/card/number']);
    expect(await restoreRedacted({ ...Object(read), note: 'b' }, stored, ['/card/number'])).toEqual({
      card: { number: '4111' },
      note: 'b',
    });
  });

  test('a marker elsewhere is a value like any other', async () => {
    expect(await restoreRedacted({ a: { $redacted: true } }, { a: 1 }, ['/b'])).toEqual({ a: { $redacted: true } });
  });

  test('a marker for what is not stored stays a marker', async () => {
    const marker = { $redacted: true };
    expect(await restoreRedacted({ a: marker }, {}, ['/a'])).toEqual({ a: marker });
    expect(await restoreRedacted({ a: marker }, undefined, ['/a'])).toEqual({ a: marker });
    expect(await restoreRedacted(marker, undefined, [''])).toEqual(marker);
  });

  test('a stored null, false or nought is brought back', async () => {
    const stored = { a: null, b: false, c: 0, d: '' };
    const pointers = ['/a', '/b', '/c', '/d'];
    expect(await restoreRedacted(await redact(stored, pointers), stored, pointers)).toEqual(stored);
  });

  test('what was given anew at a sensitive pointer is kept as given', async () => {
    expect(await restoreRedacted({ a: 'new' }, { a: 'old' }, ['/a'])).toEqual({ a: 'new' });
    expect(await restoreRedacted({ a: { $redacted: true, x: 1 } }, { a: 'old' }, ['/a'])).toEqual({
      a: { $redacted: true, x: 1 },
    });
  });
});

test('no member of an object makes it pass for a number, whatever its name', async () => {
  const value = parseJson(
    '{"isLosslessNumber":true,"value":"1","ssn":"S","list":[{"isLosslessNumber":true,"ssn":"T"}]}',
  );
  const pointers = ['/ssn', '/list/0/ssn'];
  const hidden = await redact(value, pointers);
  expect(hidden).toEqual({
    isLosslessNumber: true,
    value: '1',
    ssn: redactedMarker,
    list: [{ isLosslessNumber: true, ssn: redactedMarker }],
  });
  expect(await restoreRedacted(hidden, value, pointers)).toEqual(value);
  expect(isJsonObject(value)).toBe(true);
  expect(stringifyJson({ ...Object(value), big: 2n ** 70n })).toContain('"isLosslessNumber":true');
  expect(isJsonObject(new LosslessNumber('1.5'))).toBe(false);
});

test('redacting hides and restoring brings back, for every value and pointer into it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), async (object) => {
      const value: JsonValue = JSON.parse(JSON.stringify(object));
      const name = Object.keys(object)[0] ?? '';
      const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const hidden = await redact(value, [pointer]);
      expect(isRedactedMarker(Object(hidden)[name])).toBe(true);
      expect(await restoreRedacted(hidden, value, [pointer])).toEqual(value);
    }),
  );
});

test('pointers are cut to their root', async () => {
  expect(pointersBelow('/input', ['/input/a', '/output/b', '/input', '/inputs/c', '/inputa'])).toEqual(['/a', '']);
});

const part = fc.oneof(fc.constant<JsonValue>(redactedMarker), fc.constant<JsonValue>({ $redacted: true, a: [1] }));
const valueWithMarkers = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    part,
    fc.constant(1),
    fc.array(tie('value')),
    fc.dictionary(fc.constantFrom('a', '0', '01'), tie('value')),
  ),
})).value;

test('whether a value holds markers, whole or broken, is found in turns', async () => {
  await fc.assert(
    fc.asyncProperty(valueWithMarkers, async (given) => {
      expect(await holdsMarker(given)).toBe(markersIn(given).length > 0);
      expect(await holdsBrokenMarker(given)).toBe(JSON.stringify(given).includes('{"$redacted":true,'));
    }),
  );
});

test('the first marker is found at whose place another value has none', async () => {
  await fc.assert(
    fc.asyncProperty(valueWithMarkers, valueWithMarkers, async (given, seen) => {
      const places = new Set(markersIn(seen));
      expect(await misplacedMarker(given, seen)).toBe(markersIn(given).find((pointer) => !places.has(pointer)));
    }),
  );
});

test('markers at sensitive pointers are named as the value names their places', () => {
  const value = { list: [1, redactedMarker], '01': redactedMarker, open: 1 };
  expect(markersAt(value, ['/list/01', '/list/1', '/01', '/open', '/gone/1'])).toEqual(['/list/1', '/01']);
  expect(markersAt(redactedMarker, [''])).toEqual(['']);
});

test('two hundred thousand markers below a name of a megabyte take no memory for their places', async () => {
  const value = { ['n'.repeat(1024 * 1024)]: Array.from({ length: 200_000 }, () => redactedMarker) };
  expect(await misplacedMarker(value, value)).toBeUndefined();
  expect((await misplacedMarker(value, {}))?.length).toBe(1024 * 1024 + 3);
});
