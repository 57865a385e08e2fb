import type { Lock } from '#contract';
import type { Connection } from '../connection.ts';
import type { OperationOptions, PostOptions, QueryOptions } from '../options.ts';
import type { Pageable } from '../pageable.ts';
import { isRequestFailedError } from '../request-failed-error.ts';

export type LockListOptions = QueryOptions<'ListLocks'>;

export type AcquireLockOptions = PostOptions & {
  /** The lock expires after this time without a renewal, in milliseconds: 1 000 to 3 600 000, default 30 000. */
  ttlInMs?: number | undefined;
  /** Maximum time to wait for the current holder in milliseconds: 0 (default) to 60 000. */
  waitInMs?: number | undefined;
  /** Name of the holder, shown to people. Default: the caller's name. */
  owner?: string | undefined;
};

/** How long a lock that nobody got is asked for. A service that is away for longer lets it expire. */
const giveBackInMs = 5_000;

/** Whether a call ended before its answer came. */
function isWithoutAnswer(error: unknown): boolean {
  return !isRequestFailedError(error) || error.statusCode === undefined;
}

/** The operations of `LocksClient` in their asynchronous form. */
export class LocksOperations {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Lists held locks by name. Needs `locks/read`. */
  listLocksAsync(options: LockListOptions = {}): Pageable<Lock> {
    return this.connection.list('ListLocks', {}, options);
  }

  /** Returns a held lock. `LockNotFound` when nobody holds it. Needs `locks/read`. */
  getLockAsync(name: string, options: OperationOptions = {}): Promise<Lock> {
    return this.connection.send('GetLock', { params: { name } }, options);
  }

  /**
   * Acquires a lock. `LockHeld` when another holder still has it after `waitInMs`. Needs `locks/create`. When the call is
   * aborted or fails before the answer, a lock that it may have acquired is released in the background, unless you gave
   * the `idempotencyKey` with which you can ask again.
   */
  async acquireLockAsync(name: string, options: AcquireLockOptions = {}): Promise<Lock> {
    const { ttlInMs, waitInMs, owner, ...rest } = options;
    const body = {
      ...(ttlInMs !== undefined && { ttlInMs }),
      ...(waitInMs !== undefined && { waitInMs }),
      ...(owner !== undefined && { owner }),
    };
    const call = { params: { name }, body };
    if (rest.idempotencyKey !== undefined || rest.abortSignal?.aborted)
      return this.connection.send('AcquireLock', call, rest);
    const idempotencyKey = crypto.randomUUID();
    try {
      return await this.connection.send('AcquireLock', call, { ...rest, idempotencyKey });
    } catch (error) {
      if (isWithoutAnswer(error)) void this.#giveBack(call, idempotencyKey);
      throw error;
    }
  }

  /** Asks again with the key of a call whose answer was lost, and releases the lock that this returns. */
  async #giveBack(call: { params: { name: string }; body: object }, idempotencyKey: string): Promise<void> {
    const once = { timeoutInMs: giveBackInMs };
    try {
      const { name, fencingToken } = await this.connection.send('AcquireLock', call, { ...once, idempotencyKey });
      await this.releaseLockAsync(name, fencingToken, once);
    } catch {
      // nobody has it by this call, or it expires by itself
    }
  }

  /** Renews a lock for another `ttlInMs`. `LockLost` when this token no longer holds it. */
  renewLockAsync(
    name: string,
    fencingToken: number,
    { ttlInMs, ...options }: OperationOptions & { ttlInMs?: number | undefined } = {},
  ): Promise<Lock> {
    const body = { fencingToken, ...(ttlInMs !== undefined && { ttlInMs }) };
    return this.connection.send('AcquireLock', { params: { name }, body }, options);
  }

  /** Releases a lock. Succeeds when it is free. `LockLost` when another holder has it. */
  releaseLockAsync(name: string, fencingToken: number, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('ReleaseLock', { params: { name }, query: { fencingToken } }, options);
  }

  /** Releases a lock from any holder. The holder's work continues. Needs `locks/create` and `locks/delete`. */
  breakLockAsync(name: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('ReleaseLock', { params: { name }, query: { force: true } }, options);
  }
}
