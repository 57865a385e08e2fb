import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, type JsonValue, LosslessNumber, parseJson, stringifyJson } from './json.ts';
import { isRedactedMarker, pointersBelow, redact, redactedMarker, restoreRedacted } from './redaction.ts';

test('a value at a pointer becomes the marker, the rest stays', () => {
  const value = { card: { number: '4111', holder: 'Ada' }, items: [{ secret: 1 }, { secret: 2 }], 'a/b': 'x' };
  expect(redact(value, ['/card/number', '/items/1/secret', '/a~1b', '/not/there'])).toEqual({
    card: { number: redactedMarker, holder: 'Ada' },
    items: [{ secret: 1 }, { secret: redactedMarker }],
    'a/b': redactedMarker,
  });
});

test('no member of an object makes it pass for a number, whatever its name', () => {
  const value = parseJson(
    '{"isLosslessNumber":true,"value":"1","ssn":"S","list":[{"isLosslessNumber":true,"ssn":"T"}]}',
  );
  const pointers = ['/ssn', '/list/0/ssn'];
  const hidden = redact(value, pointers);
  expect(hidden).toEqual({
    isLosslessNumber: true,
    value: '1',
    ssn: redactedMarker,
    list: [{ isLosslessNumber: true, ssn: redactedMarker }],
  });
  expect(restoreRedacted(hidden, value, pointers)).toEqual(value);
  expect(isJsonObject(value)).toBe(true);
  expect(stringifyJson({ ...Object(value), big: 2n ** 70n })).toContain('"isLosslessNumber":true');
  expect(isJsonObject(new LosslessNumber('1.5'))).toBe(false);
});

test('the whole value can be sensitive', () => {
  expect(redact('secret', [''])).toEqual(redactedMarker);
});

test('saving what was read redacted keeps the stored value', () => {
  const stored = { card: { number: '4111' }, note: 'a' };
  const read = redact(stored, ['/card/number']);
  expect(restoreRedacted({ ...Object(read), note: 'b' }, stored, ['/card/number'])).toEqual({
    card: { number: '4111' },
    note: 'b',
  });
});

test('a marker elsewhere is a value like any other', () => {
  expect(restoreRedacted({ a: { $redacted: true } }, { a: 1 }, ['/b'])).toEqual({ a: { $redacted: true } });
});

test('redacting hides and restoring brings back, for every value and pointer into it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (object) => {
      const value: JsonValue = JSON.parse(JSON.stringify(object));
      const name = Object.keys(object)[0] ?? '';
      const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const hidden = redact(value, [pointer]);
      expect(isRedactedMarker(Object(hidden)[name])).toBe(true);
      expect(restoreRedacted(hidden, value, [pointer])).toEqual(value);
    }),
  );
});

test('pointers are cut to their root', () => {
  expect(pointersBelow('/input', ['/input/a', '/output/b', '/input', '/inputs/c'])).toEqual(['/a', '']);
});
