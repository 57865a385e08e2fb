import { expect, it } from 'vitest';
import { followsAfter } from './follow-end.ts';

it('stops following once the reader goes up, however far in one go, and not by a hair', () => {
  expect(followsAfter(true, false, { from: 9_000, top: 7_000, below: 2_000 })).toBe(false);
  expect(followsAfter(true, false, { from: 9_000, top: 8_960, below: 40 })).toBe(true);
  expect(followsAfter(true, false, { from: 9_000, top: 8_959, below: 41 })).toBe(false);
});

it('goes on following while the list grows below and is scrolled after it', () => {
  expect(followsAfter(true, false, { from: 9_000, top: 9_000, below: 400 })).toBe(true);
  expect(followsAfter(true, false, { from: 9_000, top: 8_999.4, below: 400 })).toBe(true);
  expect(followsAfter(true, false, { from: 9_000, top: 9_200, below: 200 })).toBe(true);
});

it('follows again at the end of the log, not at the end of what is loaded of it', () => {
  expect(followsAfter(false, false, { from: 8_000, top: 8_999, below: 1 })).toBe(true);
  expect(followsAfter(false, false, { from: 8_000, top: 8_990, below: 10 })).toBe(false);
  expect(followsAfter(false, false, { from: 9_000, top: 8_990, below: 1 })).toBe(false);
  expect(followsAfter(false, true, { from: 8_000, top: 9_000, below: 0 })).toBe(false);
});
