import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson, stringifyJson } from '#contract';
import { mergeEntry, placeWords } from './entry-document.model.ts';
import {
  copyOfText,
  type EntryCopy,
  fieldOf,
  formOf,
  isChanged,
  newForm,
  readForm,
  readKeptForm,
  saveOf,
} from './entry-form.model.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');

const entry: EntryCopy = {
  id: 'orders/eu 7/ü%..',
  etag: '"41"',
  version: 3,
  value: parseJson('{"price":12345678901234567890,"note":"a"}'),
  contentType: 'application/json',
  tags: { customer: '42', region: 'eu' },
  sensitive: ['/note'],
  hasBlob: true,
  expiresOn: '2026-12-01T00:00:00.000Z',
  lastModifiedOn: '2026-11-20T00:00:00.000Z',
  lastModifiedBy: { kind: 'operator', id: 'o1', name: 'Ada' },
};

const save = (change: Partial<ReturnType<typeof formOf>>, base = entry) => {
  const form = { ...formOf(base), ...change };
  const read = readForm(form, now);
  return { ...saveOf(form, read, base), errors: read.errors };
};

describe('a save', () => {
  test('says only what was changed, exactly, and on what was read', () => {
    expect(save({ text: '{"price": 12345678901234567891, "note": "a"}' })).toEqual({
      id: entry.id,
      value: '{"price":12345678901234567891,"note":"a"}',
      ifMatch: '"41"',
      errors: {},
    });
  });

  test('of tags, pointers, blob and expiry', () => {
    expect(
      save({
        tags: 'customer=43',
        sensitive: '',
        isAllSensitive: true,
        hasBlob: false,
        expiry: 'in',
        expiryText: '2h',
      }),
    ).toMatchObject({ tags: { customer: '43' }, sensitive: [''], hasBlob: false, expiry: { inSeconds: 7_200 } });
  });

  test('of a new entry is create-only and leaves out what its store decides', () => {
    const form = { ...newForm('a'), text: '1' };
    expect(saveOf(form, readForm(form, now), undefined)).toEqual({ id: 'a', value: '1' });
  });

  test('names what cannot be read', () => {
    const { errors } = readForm(
      { ...formOf(entry), text: '{', tags: 'x', sensitive: 'note', expiry: 'at', expiryText: '2020-01-01' },
      now,
    );
    expect(Object.keys(errors).sort()).toEqual(['expiry', 'sensitive', 'tags', 'value']);
  });

  test('refuses a value over the limit before it is sent', () => {
    const text = stringifyJson('ü'.repeat(2_200_000));
    expect(readForm({ ...formOf(entry), text }, now).errors.value).toContain('4194304');
  });
});

test('another layout of the same value is no change', () => {
  const form = formOf(entry);
  expect(isChanged({ ...form, text: '{"price":12345678901234567890,   "note":"a"}' }, entry)).toBe(false);
  expect(isChanged({ ...form, text: '{"price":12345678901234567891,"note":"a"}' }, entry)).toBe(true);
  expect(isChanged({ ...form, text: '{' }, entry)).toBe(true);
  expect(isChanged({ ...form, expiry: 'never' }, entry)).toBe(true);
});

test('any tags and pointers stand in the form and come back', () => {
  const text = fc.string({ unit: 'binary', maxLength: 6 });
  const tags = fc.dictionary(fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }), text, {
    noNullPrototype: true,
  });
  const pointer = fc
    .array(text, { minLength: 1, maxLength: 3 })
    .map((parts) => parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''));
  fc.assert(
    fc.property(tags, fc.uniqueArray(pointer), (given, sensitive) => {
      const read = readForm(formOf({ ...entry, tags: given, sensitive }), now);
      expect(read.tags).toEqual(given);
      expect(read.sensitive.filter((one) => one.trim() !== '/')).toEqual(sensitive.filter((one) => one.trim() !== '/'));
      expect(read.errors).toEqual({});
    }),
  );
});

test('a kept form comes back as it was, and nothing else is one', () => {
  const form = { ...formOf(entry), expiry: 'in' as const, expiryText: '2h' };
  expect(readKeptForm(parseJson(JSON.stringify(form)))).toEqual(form);
  expect(readKeptForm(parseJson('{"id":"a"}'))).toBeUndefined();
  expect(readKeptForm(parseJson('[]'))).toBeUndefined();
});

test("the service's pointers belong to fields", () => {
  expect(fieldOf('/value/a~1b/0')).toEqual({ field: 'value', within: '/a~1b/0' });
  expect(fieldOf('/ttlInSeconds')).toEqual({ field: 'expiry', within: '' });
  expect(fieldOf('/other')).toEqual({ field: undefined, within: '' });
});

describe('merging an entry', () => {
  const theirs: EntryCopy = {
    ...entry,
    etag: '"50"',
    version: 4,
    value: parseJson('{"price":12345678901234567890,"note":"theirs"}'),
    tags: { ...entry.tags, region: 'us' },
    expiresOn: undefined,
  };
  const merge = (change: Partial<ReturnType<typeof formOf>>) => {
    const form = { ...formOf(entry), ...change };
    return mergeEntry({ base: entry, theirs, form, read: readForm(form, now) });
  };

  test('what they changed stays and only mine is sent, on their entity tag', () => {
    const { conflicts, form } = merge({ text: '{"price":1,"note":"a"}', tags: 'customer=1\nregion=eu' });
    expect(conflicts).toEqual([]);
    const read = readForm(form, now);
    expect(saveOf(form, read, theirs)).toEqual({
      id: entry.id,
      value: '{"price":1,"note":"theirs"}',
      tags: { customer: '1', region: 'us' },
      ifMatch: '"50"',
    });
  });

  test('of an expiry that both changed, one is chosen', () => {
    const { conflicts } = merge({ expiry: 'in', expiryText: '2h' });
    expect(conflicts).toEqual([
      { pointer: '/expiry', base: entry.expiresOn, theirs: null, mine: '7200 s after it is saved' },
    ]);
    const form = { ...formOf(entry), expiry: 'in' as const, expiryText: '2h' };
    const given = { base: entry, theirs, form, read: readForm(form, now) };
    expect(mergeEntry(given, { places: new Map([['/expiry', 'mine']]) }).form).toMatchObject({
      expiry: 'in',
      expiryText: '2h',
    });
    expect(mergeEntry(given, { places: new Map([['/expiry', 'theirs']]) }).form.expiry).toBe('keep');
    expect(mergeEntry(given, { places: new Map([['/expiry', 'base']]) }).form).toMatchObject({
      expiry: 'at',
      expiryText: entry.expiresOn,
    });
  });

  test('places are told in words', () => {
    expect(placeWords('/value/a/0')).toEqual({ what: 'Value', where: '/a/0' });
    expect(placeWords('/tags/region')).toEqual({ what: 'Tag', where: '/region' });
  });
});

test('a copy of a text has this text in its form, and reads it only for its value', () => {
  const { value: _, ...facts } = entry;
  const text = '{\n  "price":   12345678901234567890\n}';
  const copy = copyOfText(facts, text);
  expect(formOf(copy).text).toBe(text);
  expect(copy.value).toEqual({ price: 12345678901234567890n });
  expect(copy.value).toBe(copy.value);
  expect(formOf({ ...copy, value: 1 }).text).toBe('1');
  expect(isChanged(formOf(copy), copy)).toBe(false);
  expect(() => formOf(copyOfText(facts, 'not read'))).not.toThrow();
});
