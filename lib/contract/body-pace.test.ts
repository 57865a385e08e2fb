import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bodyPace, watchBodyPace } from './body-pace.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function request() {
  const facts = { closed: false, complete: false, readableLength: 0, socket: { bytesRead: 500 } };
  return Object.assign(new EventEmitter(), facts);
}
const pass = () => vi.advanceTimersByTime(bodyPace.windowInMs);

test('a body that keeps its pace may take as long as it takes, and is slow once it does not', () => {
  const incoming = request();
  const onSlow = vi.fn();
  watchBodyPace(incoming, onSlow);
  for (let window = 0; window < 100; window += 1) {
    incoming.socket.bytesRead += bodyPace.bytesPerWindow;
    pass();
  }
  expect(onSlow).not.toHaveBeenCalled();
  incoming.socket.bytesRead += bodyPace.bytesPerWindow - 1;
  vi.advanceTimersByTime(bodyPace.windowInMs - 1);
  expect(onSlow).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  pass();
  expect(onSlow).toHaveBeenCalledTimes(1);
});

test('a body is not slow while its reader is, or has not asked for it, nor when it is whole', () => {
  const incoming = request();
  let isAwaited = false;
  const onSlow = vi.fn();
  watchBodyPace(incoming, onSlow, () => isAwaited);
  pass();
  isAwaited = true;
  incoming.readableLength = 1;
  pass();
  incoming.readableLength = 0;
  incoming.complete = true;
  pass();
  expect(onSlow).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing is watched after the request, or within one process', () => {
  const incoming = request();
  watchBodyPace(incoming, () => {});
  expect(vi.getTimerCount()).toBe(1);
  incoming.emit('close');
  watchBodyPace(Object.assign(request(), { socket: {} }), () => {});
  watchBodyPace(Object.assign(request(), { closed: true }), () => {});
  expect(vi.getTimerCount()).toBe(0);
});
