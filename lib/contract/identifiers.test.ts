import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  durationInMs,
  idempotencyKey,
  ifMatch,
  itemName,
  jsonPointer,
  runCount,
  stateId,
  storeName,
  taskId,
  timestamp,
  timestampInput,
  token,
} from './identifiers.ts';

test('a time is read with any offset and precision', () => {
  expect(timestampInput.parse('2026-11-21T01:30:00.123456+02:00')).toBe('2026-11-20T23:30:00.123Z');
  expect(timestampInput.parse('0001-01-01T00:00:00Z')).toBe('0001-01-01T00:00:00.000Z');
  expect(timestampInput.parse('9999-12-31T23:59:59.999Z')).toBe('9999-12-31T23:59:59.999Z');
});

test.each([
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
])('%s is refused: in UTC it is in a year that the database has no such text for', (text) => {
  expect(timestampInput.safeParse(text).error?.issues[0]?.message).toBe('a time is in the years 0001 to 9999 UTC');
});

type Cases = { schema: z.ZodType; takes: readonly unknown[]; refuses: readonly unknown[] };

/** For each identifier the values at both sides of every rule that it has. */
const identifiers: Record<string, Cases> = {
  taskId: {
    schema: taskId,
    takes: ['a', 'A9._:-', '...', '.a', 'x'.repeat(128)],
    refuses: ['', '.', '..', 'a/b', 'a b', 'é', 'a\n', 'x'.repeat(129)],
  },
  storeName: {
    schema: storeName,
    takes: ['a', '0', 'a.b_c-d', 'x'.repeat(63)],
    refuses: ['', 'A', '.a', '_a', '-a', 'a/b', 'a b', 'a\n', 'x'.repeat(64)],
  },
  stateId: {
    schema: stateId,
    takes: ['a', '/', 'a/../b', '...', '😀', ' ', '\u0080', 'x'.repeat(512)],
    refuses: ['', '.', '..', 'a\u0000', 'a\u001f', '\u007f', 'a\nb', '\ud800', 'x'.repeat(513)],
  },
  itemName: {
    schema: itemName,
    takes: ['a', 'a/b', ' ', '...', 'x'.repeat(256)],
    refuses: ['', '.', '..', 'a\u0000', 'a\n', '\u007f', 'x'.repeat(257)],
  },
  token: {
    schema: token,
    takes: ['a', '!', '~', '...', 'x'.repeat(128)],
    refuses: ['', '.', '..', 'a b', 'é', 'a\n', 'x'.repeat(129)],
  },
  idempotencyKey: {
    schema: idempotencyKey,
    takes: ['a', ' a', 'x'.repeat(255), '~'],
    refuses: ['', ' ', '   ', 'é', 'a\n', '\u007f', 'x'.repeat(256)],
  },
  ifMatch: {
    schema: ifMatch,
    takes: ['*', '"1"', 'W/"1"', '""', ' "1" '],
    refuses: ['', '1', '"1', '1"', '"1", "2"', '"1" x', '**', 'w/"1"', '"a"b"', '"a b"', '"\u007f"'],
  },
  runCount: {
    schema: runCount,
    takes: ['1', '01', '9223372036854775807'],
    refuses: ['', '0', '-1', '+1', '1.0', '1e3', '0x1', ' 1', '9223372036854775808', '10000000000000000000'],
  },
  timestamp: {
    schema: timestamp,
    takes: ['2026-11-21T10:00:00.000Z'],
    refuses: ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000+00:00', '2026-11-21T10:00:00.0000Z', '2026-11-21'],
  },
  jsonPointer: {
    schema: jsonPointer,
    takes: ['/a', '/', '/a/b', '/a~0b', '/a~1b', '//', `/${'x'.repeat(1023)}`],
    refuses: ['', 'a', 'a/b', '/a~', '/a~2', '#/a', `/${'x'.repeat(1024)}`],
  },
  durationInMs: {
    schema: durationInMs,
    takes: [0, 1, 315_360_000_000],
    refuses: [-1, 0.5, 315_360_000_001, '1', Number.NaN],
  },
};

describe.each(Object.entries(identifiers))('%s', (_, { schema, takes, refuses }) => {
  test.each(takes.map((value) => [value]))('takes %j', (value) => {
    expect(schema.safeParse(value).success).toBe(true);
  });
  test.each(refuses.map((value) => [value]))('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

test('a condition is read without the blanks around it, a run count with all its digits', () => {
  expect(ifMatch.parse(' "1"\t')).toBe('"1"');
  expect(runCount.parse('9223372036854775807')).toBe(9_223_372_036_854_775_807n);
});

test.each(['2026-11-30 07:00', '2026-11-30T07:00:00', '2026-11-30', ''])(
  'says how a time is written instead of %j',
  (text) => {
    const { error } = timestampInput.safeParse(text);
    expect(error?.issues[0]?.message).toBe('a time is RFC 3339 with an offset, such as 2026-11-28T07:00:00Z');
  },
);
