import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calmSubscribe } from './calm-subscribe.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('tells a change at once, and those that follow together', () => {
  const listeners = new Set<() => void>();
  const change = () => {
    for (const listener of listeners) listener();
  };
  const subscribe = calmSubscribe((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, 100);
  const told = vi.fn();
  const stop = subscribe(told);
  change();
  expect(told).toHaveBeenCalledTimes(1);
  for (let count = 0; count < 300; count++) change();
  expect(told).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(told).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(told, 'nothing changed').toHaveBeenCalledTimes(2);
  change();
  expect(told, 'at once after a pause').toHaveBeenCalledTimes(3);
  change();
  stop();
  vi.advanceTimersByTime(1_000);
  expect([told.mock.calls.length, listeners.size]).toEqual([3, 0]);
});
