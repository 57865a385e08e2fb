import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { started } from '../contract/testing/started.ts';

const test_ = started(createTestDatabase, 'drop');

test('json stays text, bigint is a number, timestamptz is RFC 3339 with milliseconds', async () => {
  const [row] = await test_.database`
    select ${'{"n": 9007199254740993}'}::json as json, 42::bigint as big,
      '2026-11-21 10:00:00.1+02'::timestamptz as fraction, '2026-11-21 10:00:00Z'::timestamptz as whole,
      ${['a', 'b"c']}::text[] as texts, (${['a', null]}::text[])[2] is null as sends_null, ${[1, 2]}::bigint[] as bigs`;
  expect(row).toEqual({
    json: '{"n": 9007199254740993}',
    big: 42,
    fraction: '2026-11-21T08:00:00.100Z',
    whole: '2026-11-21T10:00:00.000Z',
    texts: ['a', 'b"c'],
    sends_null: true,
    bigs: [1, 2],
  });
});
