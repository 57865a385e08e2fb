import { expect, test } from 'vitest';
import { timestampInput } from './identifiers.ts';

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
