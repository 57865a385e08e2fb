import type { Lock } from '#contract';
import type { Connection } from '../connection.ts';
import type { OperationOptions, PostOptions, QueryOptions } from '../options.ts';
import type { Pageable } from '../pageable.ts';

export type LockListOptions = QueryOptions<'ListLocks'>;

export type AcquireLockOptions = PostOptions & {
  /** After this long without a renewal it is free again; 1 000 to 3 600 000, by default 30 000. */
  ttlInMs?: number | undefined;
  /** How long to wait in line while somebody else has it; 0 (the default) to 60 000. */
  waitInMs?: number | undefined;
  /** As people shall know the holder; by default the name of the caller. */
  owner?: string | undefined;
};

/** The operations of `LocksClient` in their asynchronous form. */
export class LocksOperations {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Lists the locks that are held, by name. Needs `locks/read`. */
  listLocksAsync(options: LockListOptions = {}): Pageable<Lock> {
    return this.connection.list('ListLocks', {}, options);
  }

  /** Reads a lock; `LockNotFound` where nobody holds it. Needs `locks/read`. */
  getLockAsync(name: string, options: OperationOptions = {}): Promise<Lock> {
    return this.connection.send('GetLock', { params: { name } }, options);
  }

  /** Acquires a lock; `LockHeld` where somebody else still has it after `waitInMs`. Needs `locks/create`. */
  acquireLockAsync(name: string, options: AcquireLockOptions = {}): Promise<Lock> {
    const { ttlInMs, waitInMs, owner, ...rest } = options;
    const body = {
      ...(ttlInMs !== undefined && { ttlInMs }),
      ...(waitInMs !== undefined && { waitInMs }),
      ...(owner !== undefined && { owner }),
    };
    return this.connection.send('AcquireLock', { params: { name }, body }, rest);
  }

  /** Holds on to a lock for another `ttlInMs`; `LockLost` where it is held under this token no more. */
  renewLockAsync(
    name: string,
    fencingToken: number,
    { ttlInMs, ...options }: OperationOptions & { ttlInMs?: number | undefined } = {},
  ): Promise<Lock> {
    const body = { fencingToken, ...(ttlInMs !== undefined && { ttlInMs }) };
    return this.connection.send('AcquireLock', { params: { name }, body }, options);
  }

  /** Releases a lock; also one that is free. `LockLost` where somebody else has it by now. */
  releaseLockAsync(name: string, fencingToken: number, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('ReleaseLock', { params: { name }, query: { fencingToken } }, options);
  }

  /** Takes a lock from whoever holds it, who is not stopped by it. Needs `locks/create` and `locks/delete`. */
  breakLockAsync(name: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('ReleaseLock', { params: { name }, query: { force: true } }, options);
  }
}
