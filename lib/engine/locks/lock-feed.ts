import { channels, type Listening, listen } from '#database';
import type { LockFeed } from './acquire-lock.ts';

/**
 * Listens from the first wait on for notifications of turns. A lost notification delays a waiter by its pause but does
 * not lose its turn.
 */
export function openLockFeed(database: Listening): LockFeed & { close(): Promise<void> } {
  const waiters = new Map<number, Set<() => void>>();
  let listening: Promise<{ unlisten(): Promise<void> }> | undefined;

  const start = () => {
    listening ??= listen(database, channels.lock, (payload) => {
      for (const wake of waiters.get(Number(payload)) ?? []) wake();
    });
    listening.catch(() => {
      listening = undefined; // the next waiter tries again
    });
  };

  return {
    turnOf(waiterKey, timeInMs, signal) {
      start();
      return new Promise((resolve) => {
        const same = waiters.get(waiterKey) ?? new Set();
        const wake = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', wake);
          same.delete(wake);
          if (same.size === 0) waiters.delete(waiterKey);
          resolve();
        };
        const timer = setTimeout(wake, timeInMs);
        signal?.addEventListener('abort', wake);
        waiters.set(waiterKey, same.add(wake));
      });
    },
    async close() {
      for (const same of [...waiters.values()]) for (const wake of [...same]) wake();
      const connection = await listening?.catch(() => undefined);
      await connection?.unlisten().catch(() => undefined);
    },
  };
}
