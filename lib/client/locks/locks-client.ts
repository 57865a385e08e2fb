import { withSyncForms } from '../sync/with-sync-forms.ts';
import { HeldLock } from './held-lock.ts';
import { type AcquireLockOptions, LocksOperations } from './locks-operations.ts';

const defaultTtlInMs = 30_000;

/** Locks: names that one holder has at a time. Made by `TaskClient.getLocksClient()`, in that client's isolation mode. */
export class LocksClient extends withSyncForms(LocksOperations, 'locks') {
  /**
   * Acquires a lock that renews itself: `await using lock = await locks.holdLock('nightly')`. Stop what it guards when
   * `lock.signal` aborts.
   */
  async holdLock(name: string, options: AcquireLockOptions = {}): Promise<HeldLock> {
    const ttlInMs = options.ttlInMs ?? defaultTtlInMs;
    let askedAt = performance.now();
    let lock = await this.acquireLockAsync(name, { ...options, ttlInMs });
    if (performance.now() - askedAt > ttlInMs / 3) {
      // how long of that was the wait in line cannot be told from here: a renewal says from when it counts
      askedAt = performance.now();
      lock = await this.renewLockAsync(name, lock.fencingToken, { ttlInMs });
    }
    return new HeldLock(this, lock, ttlInMs, askedAt);
  }

  /** Does `work` while the lock is held, and releases it afterwards, whatever came of it. */
  async withLock<T>(
    name: string,
    work: (lock: HeldLock) => T | Promise<T>,
    options: AcquireLockOptions = {},
  ): Promise<T> {
    await using lock = await this.holdLock(name, options);
    return await work(lock);
  }
}
