import { beforeEach, expect, it } from 'vitest';
import { Connection } from './connection.ts';

let isOnline: boolean;
let pauses: number[];
let change: () => void;
let connection: Connection;

beforeEach(() => {
  isOnline = true;
  pauses = [];
  connection = new Connection({
    isOnline: () => isOnline,
    onChange: (call) => {
      change = call;
    },
    pause: (delayInMs) => {
      pauses.push(delayInMs);
      return Promise.resolve();
    },
  });
});

/** Fails a number of times, then succeeds. */
function failing(times: number, error = new TypeError('Failed to fetch')): () => Promise<string> {
  let left = times;
  return () => (left-- > 0 ? Promise.reject(error) : Promise.resolve('there'));
}

it('repeats what fails, ever more slowly, and is lost meanwhile', async () => {
  const seen: boolean[] = [];
  connection.watch(() => seen.push(connection.state.isLost));
  expect(await connection.repeat(failing(6))).toBe('there');
  expect(pauses).toEqual([500, 1_000, 2_000, 3_000, 3_000, 3_000]);
  expect(seen).toEqual([true, false]);
});

it('gives up at the last try while the browser is connected, and never without a connection', async () => {
  await expect(connection.repeat(failing(3), { maximumTries: 3 })).rejects.toThrow('Failed to fetch');
  expect(connection.state.isLost).toBe(false);
  isOnline = false;
  expect(await connection.repeat(failing(5), { maximumTries: 3 })).toBe('there');
});

it('gives up at once where repeating makes no sense', async () => {
  const abort = new DOMException('left', 'AbortError');
  await expect(connection.repeat(failing(1, abort), { isFinal: (error) => error === abort })).rejects.toBe(abort);
  expect(pauses).toEqual([]);
});

it('follows the browser, and keeps where the operator wants to go', () => {
  isOnline = false;
  change();
  connection.setDestination({ href: '/state', label: 'State' });
  expect(connection.state).toEqual({ isLost: true, isAwaited: false, destination: { href: '/state', label: 'State' } });
  isOnline = true;
  change();
  expect(connection.state).toEqual({
    isLost: false,
    isAwaited: false,
    destination: { href: '/state', label: 'State' },
  });
});

it('says while something that was opened is awaited, and not what is only loaded ahead', async () => {
  const seen: boolean[] = [];
  connection.watch(() => seen.push(connection.state.isAwaited));
  await Promise.all([connection.repeat(failing(2), { isAwaited: true }), connection.repeat(failing(1))]);
  expect(seen).toContain(true);
  expect(connection.state.isAwaited).toBe(false);
});
