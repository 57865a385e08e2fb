import type { Lock } from '#contract';
import { isRequestFailedError } from '../request-failed-error.ts';
import type { LocksOperations } from './locks-operations.ts';

/**
 * A lock that renews itself until `release()` or the end of an `await using` block. `signal` aborts when the lock is
 * lost, because the service gave it to another holder or could not be reached until it expired. Stop the guarded work
 * then.
 */
export class HeldLock implements AsyncDisposable {
  readonly name: string;
  /** Greater than the token of every earlier holder. The protected resource can reject smaller ones. */
  readonly fencingToken: number;
  readonly #locks: LocksOperations;
  readonly #ttlInMs: number;
  readonly #lost = new AbortController();
  /** The `performance.now()` at which the lock expires, counted from before the last renewal was sent. */
  #expiresAt: number;
  #timer: NodeJS.Timeout | undefined;
  #isReleased = false;
  #releasing: Promise<void> | undefined;

  /** Created by `LocksClient.holdLock`. `askedAt` is the `performance.now()` before the request. */
  constructor(locks: LocksOperations, lock: Lock, ttlInMs: number, askedAt: number) {
    this.name = lock.name;
    this.fencingToken = lock.fencingToken;
    this.#locks = locks;
    this.#ttlInMs = ttlInMs;
    this.#expiresAt = askedAt + ttlInMs;
    this.#renewLater(ttlInMs / 3);
  }

  /** Aborts when the lock is lost. Its reason is the error. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /**
   * Releases the lock. Succeeds when it was released or lost before. Renewals end also when it fails, and it can be called
   * again.
   */
  release(): Promise<void> {
    this.#isReleased = true;
    clearTimeout(this.#timer);
    this.#releasing ??= this.#release().catch((error: unknown) => {
      this.#releasing = undefined;
      throw error;
    });
    return this.#releasing;
  }

  async #release(): Promise<void> {
    if (this.#lost.signal.aborted) return;
    try {
      await this.#locks.releaseLockAsync(this.name, this.fencingToken);
    } catch (error) {
      if (!isRequestFailedError(error) || error.code !== 'LockLost') throw error;
    }
  }

  /** Releases the lock at the end of a block, which ends as its work did: a lock that cannot be released expires by itself. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.release().catch(() => {});
  }

  #renewLater(delayInMs: number): void {
    const left = this.#expiresAt - performance.now();
    this.#timer = setTimeout(() => void this.#renew(), Math.max(0, Math.min(delayInMs, left)));
    this.#timer.unref();
  }

  async #renew(): Promise<void> {
    const askedAt = performance.now();
    const left = this.#expiresAt - askedAt;
    if (left <= 0) return this.#lose(new Error(`lock "${this.name}" could not be renewed in time`));
    try {
      const abortSignal = AbortSignal.timeout(Math.ceil(left));
      await this.#locks.renewLockAsync(this.name, this.fencingToken, { ttlInMs: this.#ttlInMs, abortSignal });
      this.#expiresAt = askedAt + this.#ttlInMs;
      if (!this.#isReleased) this.#renewLater(this.#ttlInMs / 3);
    } catch (error) {
      if (this.#isReleased) return;
      if (isRequestFailedError(error) && error.code === 'LockLost') this.#lose(error);
      else this.#renewLater(Math.min(1_000, this.#ttlInMs / 10)); // the service may be reachable again before the lock expires
    }
  }

  #lose(reason: Error): void {
    clearTimeout(this.#timer);
    if (!this.#isReleased) this.#lost.abort(reason);
  }
}
