import { describe, expect, test } from 'vitest';
import { limits } from './limits.ts';
import {
  stateBulkInput,
  stateBulkTransactionInput,
  stateGetBulkInput,
  stateInput,
  stateListQuery,
  stateRestoreInput,
  storePolicy,
} from './state.ts';

/** The places that a schema refuses a value at; none where it takes it. */
function refusedAt(schema: { safeParse(value: unknown): unknown }, value: unknown): string[] {
  const { error } = schema.safeParse(value) as { error?: { issues: { path: PropertyKey[] }[] } };
  return (error?.issues ?? []).map(({ path }) => `/${path.join('/')}`);
}

const entry = (more: object = {}) => ({ id: 'a', value: 1, ...more });
const many = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `e${at}`, value: at }));

describe('an entry to save', () => {
  test.each([-1, 1, 3_153_600_000])('lives for %i seconds', (ttlInSeconds) => {
    expect(refusedAt(stateInput, entry({ ttlInSeconds }))).toEqual([]);
  });
  test.each([0, -2, 0.5, 3_153_600_001, '1'])('does not live for %j seconds', (ttlInSeconds) => {
    expect(refusedAt(stateInput, entry({ ttlInSeconds }))).toEqual(['/ttlInSeconds']);
  });

  test.each(['"1"', '"x"', `"${'x'.repeat(64)}"`])('is saved over the entity tag %s', (ifMatch) => {
    expect(refusedAt(stateInput, entry({ ifMatch }))).toEqual([]);
  });
  test.each(['1', 'W/"1"', '*', '""', '"1", "2"', '"a b"', `"${'x'.repeat(65)}"`])(
    'is not saved over %s, which is not one strong entity tag',
    (ifMatch) => {
      expect(refusedAt(stateInput, entry({ ifMatch }))).toEqual(['/ifMatch']);
    },
  );

  test('has one condition, and as ifNoneMatch only "*"', () => {
    expect(refusedAt(stateInput, entry({ ifNoneMatch: '*' }))).toEqual([]);
    expect(refusedAt(stateInput, entry({ ifNoneMatch: '"1"' }))).toEqual(['/ifNoneMatch']);
    expect(refusedAt(stateInput, entry({ ifMatch: '"1"', ifNoneMatch: '*' }))).toEqual(['/ifNoneMatch']);
  });

  test('has a value, null too, and no member that the interface does not have', () => {
    expect(refusedAt(stateInput, { id: 'a', value: null })).toEqual([]);
    expect(refusedAt(stateInput, { id: 'a' })).toEqual(['/value']);
    expect(refusedAt(stateInput, entry({ expiresOn: '2026-01-01T00:00:00Z' }))).toEqual(['/']);
  });

  test('names sensitive parts by JSON Pointers, at most so many; the empty one is all of it', () => {
    const pointers = (count: number) => Array.from({ length: count }, (_, at) => `/p${at}`);
    expect(refusedAt(stateInput, entry({ sensitive: ['', '/a~1b'] }))).toEqual([]);
    expect(refusedAt(stateInput, entry({ sensitive: ['a'] }))).toEqual(['/sensitive/0']);
    expect(refusedAt(stateInput, entry({ sensitive: pointers(limits.sensitivePointers) }))).toEqual([]);
    expect(refusedAt(stateInput, entry({ sensitive: pointers(limits.sensitivePointers + 1) }))).toEqual(['/sensitive']);
  });
});

describe('several operations in one call', () => {
  test('a transaction has 1 to 100 operations, upserts and deletes together', () => {
    expect(refusedAt(stateBulkTransactionInput, {})).toEqual(['/']);
    const [upserts, deletes] = [many(60), many(100).map(({ id }) => ({ id: `d-${id}` }))];
    expect(refusedAt(stateBulkTransactionInput, { upserts, deletes: deletes.slice(0, 40) })).toEqual([]);
    expect(refusedAt(stateBulkTransactionInput, { upserts, deletes: deletes.slice(0, 41) })).toEqual(['/']);
    expect(refusedAt(stateBulkTransactionInput, { deletes: deletes.slice(0, 1) })).toEqual([]);
  });

  test('a transaction names an id once, wherever it stands', () => {
    expect(refusedAt(stateBulkTransactionInput, { upserts: [entry(), entry()] })).toEqual(['/upserts/1/id']);
    expect(refusedAt(stateBulkTransactionInput, { deletes: [{ id: 'a' }, { id: 'a' }] })).toEqual(['/deletes/1/id']);
    expect(refusedAt(stateBulkTransactionInput, { upserts: [entry()], deletes: [{ id: 'b' }, { id: 'a' }] })).toEqual([
      '/deletes/1/id',
    ]);
  });

  test('a bulk save has 1 to 1,000 entries, and may name an id twice', () => {
    expect(refusedAt(stateBulkInput, { entries: [] })).toEqual(['/entries']);
    expect(refusedAt(stateBulkInput, { entries: many(1_000) })).toEqual([]);
    expect(refusedAt(stateBulkInput, { entries: many(1_001) })).toEqual(['/entries']);
    expect(refusedAt(stateBulkInput, { entries: [entry(), entry()] })).toEqual([]);
  });

  test('a bulk read is by ids or by prefix, not by both', () => {
    expect(refusedAt(stateGetBulkInput, {})).toEqual([]);
    expect(refusedAt(stateGetBulkInput, { ids: ['a'] })).toEqual([]);
    expect(refusedAt(stateGetBulkInput, { prefix: 'a' })).toEqual([]);
    expect(refusedAt(stateGetBulkInput, { ids: ['a'], prefix: 'a' })).toEqual(['/prefix']);
    expect(refusedAt(stateGetBulkInput, { ids: [] })).toEqual(['/ids']);
  });

  test('a version to restore counts from 1', () => {
    expect(refusedAt(stateRestoreInput, { id: 'a', version: 1, ifMatch: '"1"' })).toEqual([]);
    expect(refusedAt(stateRestoreInput, { id: 'a', version: 0 })).toEqual(['/version']);
    expect(refusedAt(stateRestoreInput, { id: 'a', version: 1, ifMatch: 'W/"1"' })).toEqual(['/ifMatch']);
  });
});

test('a list has its defaults, and prefix, delimiter and search have their lengths', () => {
  expect(stateListQuery.parse({})).toEqual({ maxPageSize: 100, includeValue: true, orderBy: 'id asc' });
  for (const [name, most] of [
    ['prefix', 512],
    ['delimiter', 8],
    ['search', 256],
  ] as const) {
    expect(refusedAt(stateListQuery, { [name]: 'x'.repeat(most) })).toEqual([]);
    expect(refusedAt(stateListQuery, { [name]: 'x'.repeat(most + 1) })).toEqual([`/${name}`]);
    expect(refusedAt(stateListQuery, { [name]: '' })).toEqual([`/${name}`]);
  }
});

test('a policy allows at least one byte, and a default time to live as an entry may have', () => {
  expect(refusedAt(storePolicy, { maximumBlobBytes: 1, defaultTtlInSeconds: -1 })).toEqual([]);
  expect(refusedAt(storePolicy, { maximumBlobBytes: 0 })).toEqual(['/maximumBlobBytes']);
  expect(refusedAt(storePolicy, { defaultTtlInSeconds: 0 })).toEqual(['/defaultTtlInSeconds']);
});
