import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callAfter } from './call-after.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const day = 86_400_000;

test('calls after a time that a single timer cannot count', () => {
  const call = vi.fn();
  callAfter(60 * day, call);
  vi.advanceTimersByTime(60 * day - 1);
  expect(call).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(call).toHaveBeenCalledOnce();
});

test('calls nothing once it is cancelled, also in a later part of its time', () => {
  const call = vi.fn();
  const cancel = callAfter(60 * day, call);
  vi.advanceTimersByTime(30 * day);
  cancel();
  vi.advanceTimersByTime(60 * day);
  expect(call).not.toHaveBeenCalled();
});

test('calls never after infinity', () => {
  const call = vi.fn();
  callAfter(Number.POSITIVE_INFINITY, call);
  vi.advanceTimersByTime(100 * day);
  expect(call).not.toHaveBeenCalled();
});
