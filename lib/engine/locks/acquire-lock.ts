import { type Lock, type ParsedLockInput, TaskdeckError } from '#contract';
import {
  callersCompanion,
  committingAlone,
  type Database,
  inTransaction,
  noteCommitted,
  type Transaction,
} from '#database';
import { type LockReader, readLock } from './list-locks.ts';
import type { LockAddress, LockHolder } from './locks.ts';
import { untilExpiry } from './pauses.ts';

type Attempt = {
  is_mine: boolean;
  fencing_token: number | null;
  owner: string | null;
  acquired_on: string | null;
  expires_on: string | null;
  waiter_key: number | null;
  /** How long it is held at most from now on, by the clock of the database. `null`: as long as a run lasts. */
  free_in_ms: number | null;
};

/**
 * The maximum interval at which a waiting caller renews its place. A place is removed after three times as long without
 * renewal.
 */
const longestPauseInMs = 1_000;

/** Who asks for a lock and may know its holder. */
export type AcquireOptions = {
  /** Aborts when the caller has left or may no longer ask. */
  signal?: AbortSignal | undefined;
  reader?: LockReader | undefined;
  /** Performs each pause of a wait in line. Default: at once. */
  waiting?: (wait: () => Promise<void>) => Promise<void>;
};

/** Wakes the waiters of this process when a lock becomes free. */
export type LockFeed = {
  /** Resolves when this waiter's turn may have come, at the latest after `timeInMs`. */
  turnOf(waiterKey: number, timeInMs: number, signal?: AbortSignal): Promise<void>;
};

/**
 * Acquires a lock and waits in line for up to `waitInMs`. Throws 409 `LockHeld`, which names the holder, also when the
 * signal aborts without saying why: a caller that has left must not hold a lock that nobody will release. With a fencing
 * token it renews instead, and throws 409 `LockLost` when the lock is not held under that token.
 */
export async function acquireLock(
  database: Database,
  feed: LockFeed,
  address: LockAddress,
  input: ParsedLockInput,
  holder: LockHolder,
  { signal, reader, waiting = (wait) => wait() }: AcquireOptions = {},
): Promise<Lock> {
  if (input.fencingToken !== undefined)
    return renewLock(database, address, input.fencingToken, input.ttlInMs, holder.identity, reader);
  const deadline = performance.now() + input.waitInMs;
  const held = (attempt: Attempt) => lockHeld(address.name, attempt, reader?.bounds === undefined);
  const pause = (key: number, timeInMs: number) => waiting(() => feed.turnOf(key, timeInMs, signal));
  let waiterKey: number | null = null;
  try {
    for (;;) {
      const left = deadline - performance.now();
      const mayWait = left > 0;
      const forgottenInMs = mayWait ? 3 * longestPauseInMs : null;
      const { attempt, lock } = await database.begin(async (transaction) => {
        const tried = await attemptLock(transaction, address, holder, input.ttlInMs, forgottenInMs, waiterKey);
        if (!tried.is_mine) return { attempt: tried };
        await callersCompanion()?.(transaction, { fencingToken: tried.fencing_token });
        // Read here: after the commit, somebody else can have it.
        return { attempt: tried, lock: await readLock(transaction, address, reader) };
      });
      if (lock !== undefined) {
        noteCommitted();
        waiterKey = null;
        return lock;
      }
      waiterKey = attempt.waiter_key; // null when its place in line was removed: the next try takes a new one
      if (!mayWait) throw held(attempt);
      if (waiterKey !== null) await pause(waiterKey, Math.min(left, longestPauseInMs, untilExpiry(attempt.free_in_ms)));
      if (signal?.aborted) throw signal.reason instanceof TaskdeckError ? signal.reason : held(attempt);
    }
  } finally {
    if (waiterKey !== null) await leaveLine(database, address, waiterKey);
  }
}

/** It may have been this waiter's turn, which then passes to the next one. The request is not done by it. */
async function leaveLine(database: Database, { namespace, name }: LockAddress, waiterKey: number): Promise<void> {
  const leave = async (transaction: Transaction) => {
    await transaction`select guard_lock_name(${namespace}, ${name})`;
    await transaction`delete from lock_waiter where key = ${waiterKey}`;
    await transaction`
      select wake_lock_waiter(${namespace}, ${name}) where not exists (
        select from held_lock where namespace = ${namespace} and name = ${name}
          and (expires_on is null or expires_on > now()))`;
  };
  await committingAlone(() => inTransaction(database, leave));
}

/** Tries once, in a transaction of the caller. `waitForgottenInMs`: null keeps no place in line. */
export async function attemptLock(
  transaction: Transaction,
  address: LockAddress,
  holder: LockHolder,
  ttlInMs: number | null,
  waitForgottenInMs: number | null,
  waiterKey: number | null,
): Promise<Attempt> {
  const { run } = holder;
  const [attempt] = await transaction<Attempt[]>`
    select *, extract(epoch from expires_on - now())::float8 * 1000 as free_in_ms from acquire_lock(
      namespace_ => ${address.namespace}, name_ => ${address.name},
      owner_ => ${holder.owner}, identity_ => ${holder.identity},
      ttl_in_ms => ${ttlInMs}, wait_in_ms => ${waitForgottenInMs}, waiter_key_ => ${waiterKey},
      task_key_ => ${run?.taskKey ?? null}, run_count_ => ${run?.runCount ?? null}, sequence_ => ${run?.sequence ?? null})`;
  if (attempt === undefined) throw new Error('acquire_lock answers one row');
  return attempt;
}

/** Holds the lock of the name first: who finds it expired at the same moment would else take it from under its renewal. */
async function renewLock(
  database: Database,
  address: LockAddress,
  fencingToken: number,
  ttlInMs: number,
  identity: string,
  reader: LockReader | undefined,
): Promise<Lock> {
  return inTransaction(database, async (transaction) => {
    await transaction`select guard_lock_name(${address.namespace}, ${address.name})`;
    const renewed = await transaction`
      update held_lock set expires_on = now() + ${ttlInMs} * interval '1 ms'
      where namespace = ${address.namespace} and name = ${address.name} and fencing_token = ${fencingToken}
        and identity = ${identity} and expires_on > now()`;
    if (renewed.count === 0) throw lockLost(address.name, fencingToken);
    return readLock(transaction, address, reader);
  });
}

export function lockLost(name: string, fencingToken: number): TaskdeckError {
  return new TaskdeckError('LockLost', `lock "${name}" is no longer held under the fencing token ${fencingToken}`);
}

/** With bounds, the holder is not named: it can be anybody. */
function lockHeld(name: string, { owner, expires_on }: Attempt, isHolderTold: boolean): TaskdeckError {
  if (!isHolderTold) return new TaskdeckError('LockHeld', `lock "${name}" is not free`);
  const holder =
    owner === null
      ? 'somebody who waited before has its turn'
      : `${owner} holds it${expires_on === null ? ' as long as its run lasts' : ` until ${expires_on}`}`;
  return new TaskdeckError('LockHeld', `lock "${name}" is not free: ${holder}`);
}
