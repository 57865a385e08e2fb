import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { delay, throwIfAborted, untilAborted } from './abort.ts';

afterEach(() => {
  vi.useRealTimers();
});
const aborted = { name: 'AbortError', message: 'The operation was aborted.', cause: 'because' };

test('an aborted signal throws with its reason, another does not', () => {
  const controller = new AbortController();
  for (const signal of [undefined, controller.signal]) expect(() => throwIfAborted(signal)).not.toThrow();
  controller.abort('because');
  expect(() => throwIfAborted(controller.signal)).toThrow(expect.objectContaining(aborted));
});

test('work settles as it does, and leaves no listener behind', async () => {
  const { signal } = new AbortController();
  const failure = new Error('no');
  for (const given of [undefined, signal]) {
    expect(await untilAborted(given, async () => 7)).toBe(7);
    await expect(untilAborted(given, () => Promise.reject(failure))).rejects.toBe(failure);
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('work that is aborted rejects at once with the reason, and does not begin when it was aborted before', async () => {
  const controller = new AbortController();
  const endless = untilAborted(controller.signal, () => new Promise(() => {}));
  controller.abort('because');
  await expect(endless).rejects.toMatchObject(aborted);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  const work = vi.fn();
  await expect(untilAborted(controller.signal, work)).rejects.toMatchObject(aborted);
  expect(work).not.toHaveBeenCalled();
});

test('work that fails of the abort rejects with the abort', async () => {
  const controller = new AbortController();
  const work = untilAborted(controller.signal, async () => {
    controller.abort('because');
    throw new Error('the socket was closed');
  });
  await expect(work).rejects.toMatchObject(aborted);
});

test('a delay lasts its time, or until it is aborted, and then leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const over = vi.fn();
  const waiting = delay(100, undefined).then(over);
  await vi.advanceTimersByTimeAsync(99);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  const controller = new AbortController();
  const stopped = delay(100, controller.signal);
  expect(vi.getTimerCount()).toBe(1);
  controller.abort('because');
  await expect(stopped).rejects.toMatchObject(aborted);
  expect(vi.getTimerCount()).toBe(0);
});
