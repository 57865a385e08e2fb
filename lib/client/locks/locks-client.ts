import type { Lock } from '#contract';
import { withSyncForms } from '../sync/with-sync-forms.ts';
import { HeldLock } from './held-lock.ts';
import { type AcquireLockOptions, LocksOperations } from './locks-operations.ts';

const defaultTtlInMs = 30_000;

/**
 * Locks: names that one holder has at a time. Created by `TaskClient.getLocksClient()`, with that client's isolation.
 */
export class LocksClient extends withSyncForms(LocksOperations, 'locks') {
  /**
   * Acquires a lock that renews itself: `await using lock = await locks.holdLock('nightly')`. Stop the guarded work
   * when `lock.signal` aborts. `LockHeld` when another holder still has it after `waitInMs` (default 0).
   */
  async holdLock(name: string, options: AcquireLockOptions = {}): Promise<HeldLock> {
    const ttlInMs = options.ttlInMs ?? defaultTtlInMs;
    let askedAt = performance.now();
    let lock = await this.acquireLockAsync(name, { ...options, ttlInMs });
    if (performance.now() - askedAt > ttlInMs / 3) {
      // the wait in the queue is part of that time; the first renewal counts from its own request
      askedAt = performance.now();
      const { abortSignal } = options;
      lock = await this.#renewedOrReleased(lock, { ttlInMs, abortSignal });
    }
    return new HeldLock(this, lock, ttlInMs, askedAt);
  }

  async #renewedOrReleased(
    { name, fencingToken }: Lock,
    options: { ttlInMs: number; abortSignal: AcquireLockOptions['abortSignal'] },
  ): Promise<Lock> {
    try {
      return await this.renewLockAsync(name, fencingToken, options);
    } catch (error) {
      this.releaseLockAsync(name, fencingToken).catch(() => {}); // it expires by itself
      throw error;
    }
  }

  /**
   * Holds the lock while `work` runs, and releases it afterwards, also when `work` throws. `LockHeld` when another holder
   * still has it after `waitInMs` (default 0): `work` is not called. Ends as `work` does: a lock that cannot be released
   * expires by itself.
   */
  async withLock<T>(
    name: string,
    work: (lock: HeldLock) => T | Promise<T>,
    options: AcquireLockOptions = {},
  ): Promise<T> {
    if (typeof work !== 'function') throw new TypeError('work: must be a function');
    await using lock = await this.holdLock(name, options);
    return await work(lock);
  }
}
