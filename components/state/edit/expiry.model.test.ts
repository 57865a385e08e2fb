import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expiryKinds, readExpiry, ttlOf } from './expiry.model.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');

describe('an expiry as it is written', () => {
  test.each([
    ['keep', 'anything', undefined],
    ['never', '', { never: true }],
    ['in', '90', { inSeconds: 90 }],
    ['in', '1h 30m', { inSeconds: 5_400 }],
    ['in', '500ms', { inSeconds: 1 }],
    ['at', '2026-12-31T18:00', { at: '2026-12-31T18:00:00.000Z' }],
    ['at', '2026-12-31 18:00:30+02:00', { at: '2026-12-31T16:00:30.000Z' }],
    ['at', '2027-01-01', { at: '2027-01-01T00:00:00.000Z' }],
  ] as const)('%s %j', (kind, text, change) => expect(readExpiry(kind, text, now)).toEqual(change ? { change } : {}));

  test.each([
    ['in', '', /duration/],
    ['in', 'soon', /duration/],
    ['in', '0', /one second/],
    ['in', '40000d', /100 years/],
    ['at', '2026-11-21T11:59', /passed/],
    ['at', '31.12.2026', /time such as/],
    ['at', '2026-13-01', /time such as/],
    ['at', '2027-02-29', /time such as/],
    ['at', '2300-01-01', /100 years/],
  ] as const)('%s %j is refused', (kind, text, words) => {
    expect(readExpiry(kind, text, now)).toEqual({ error: expect.stringMatching(words) });
  });

  test('any text is either read or refused, and what is read is a number of seconds that the service takes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...expiryKinds), fc.string(), (kind, text) => {
        const { change, error } = readExpiry(kind, text, now);
        expect(change !== undefined && error !== undefined).toBe(false);
        if (change === undefined) return;
        const seconds = ttlOf(change, now);
        expect(seconds === -1 || (seconds >= 1 && seconds <= 3_153_600_000 && Number.isInteger(seconds))).toBe(true);
      }),
    );
  });
});

test('a time is turned into seconds when it is sent', () => {
  const { change } = readExpiry('at', '2026-11-21T13:00', now);
  expect(change && ttlOf(change, now)).toBe(3_600);
  expect(change && ttlOf(change, now + 60_000)).toBe(3_540);
});
