import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from './connect.ts';
import { failureKind } from './failure-kind.ts';
import { keepPendingAudit, type PendingAudit } from './pending-audit.ts';

/**
 * The maximum number of tries of a transaction that met a deadlock or a serialization failure. Writers that make and
 * delete the same rows can lose several races in a row.
 */
const maximumTries = 20;

/** The tries that follow one another at once. Each later one waits a random time, so that few meet again. */
const triesAtOnce = 2;

/** The maximum wait before a try. It grows with the tries. */
const maximumWaitInMs = 100;

/** Additional writes of a command's transaction, given its result. They are committed with it or not at all. */
export type Companion = (transaction: Transaction, result?: unknown) => Promise<unknown>;

/** The audit record that a command's transaction keeps. */
export type KeptRecord = {
  /** Returns the record, given the command's result, or `undefined` when the command needs none. */
  of(result?: unknown): PendingAudit | undefined;
  /** Notes that the record, if there is one, is committed. */
  kept(): void;
};

type Beside = {
  companion: Companion | undefined;
  record: KeptRecord | undefined;
  mayBegin: (() => Promise<void>) | undefined;
};

const beside = new AsyncLocalStorage<Beside>();

/**
 * Makes the command that `work` calls commit together with what `companion` writes, such as that a request was done, and
 * with what its callers have it commit.
 */
export function committingWith<Result>(companion: Companion, work: () => Promise<Result>): Promise<Result> {
  const { companion: outer, record, mayBegin } = beside.getStore() ?? {};
  const both: Companion | undefined =
    outer && ((...committed) => Promise.all([outer(...committed), companion(...committed)]));
  return beside.run({ companion: both ?? companion, record, mayBegin }, work);
}

/** Makes the command that `work` calls keep an audit record. */
export function keepingRecord<Result>(record: KeptRecord, work: () => Promise<Result>): Promise<Result> {
  const { companion, mayBegin } = beside.getStore() ?? {};
  return beside.run({ companion, record, mayBegin }, work);
}

/**
 * Makes the command that `work` calls ask `check` before its first transaction: what comes before it, such as the check of a
 * large value, can have waited for long. When `check` throws, nothing is changed.
 */
export function beginningAfter<Result>(check: () => Promise<void>, work: () => Promise<Result>): Promise<Result> {
  let checked: Promise<void> | undefined;
  const mayBegin = () => {
    checked ??= check();
    return checked;
  };
  const { companion, record } = beside.getStore() ?? {};
  return beside.run({ companion, record, mayBegin }, work);
}

/** Throws what the caller's command is refused with now. For transactions that `inTransaction` does not begin. */
export async function mayBegin(): Promise<void> {
  await beside.getStore()?.mayBegin?.();
}

/** Makes the command that `work` calls commit nothing more. */
export function committingAlone<Result>(work: () => Promise<Result>): Promise<Result> {
  return beside.run({ companion: undefined, record: undefined, mayBegin: undefined }, work);
}

/**
 * All that the caller's command commits beside its own writes, for transactions that `inTransaction` does not begin. What
 * has committed it calls `noteCommitted`.
 */
export function callersCompanion(): Companion | undefined {
  const { companion, record } = beside.getStore() ?? {};
  if (record === undefined) return companion;
  const keep: Companion = async (transaction, result) => {
    const pending = record.of(result);
    if (pending !== undefined) await keepPendingAudit(transaction, pending);
  };
  return companion === undefined ? keep : (...committed) => Promise.all([companion(...committed), keep(...committed)]);
}

/** Notes that a transaction with the caller's companion is committed. */
export function noteCommitted(): void {
  beside.getStore()?.record?.kept();
}

/**
 * For a command of one statement, which keeps the audit record of its caller by itself. `needsTransaction`: the caller's
 * command also commits what only a transaction can.
 */
export function callersRecord(): { record: KeptRecord | undefined; needsTransaction: boolean } {
  const { companion, record } = beside.getStore() ?? {};
  return { record, needsTransaction: companion !== undefined };
}

/** Runs a small transaction. Repeats it after a deadlock or a serialization failure. */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  await mayBegin();
  return tryingAgain(async () => {
    const boxed = await database.begin(async (transaction) => {
      const result = await work(transaction);
      await callersCompanion()?.(transaction, result);
      return { result };
    });
    noteCommitted();
    return boxed.result;
  });
}

/** Runs work that is a transaction by itself. Repeats it after a deadlock or a serialization failure. */
export async function tryingAgain<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === maximumTries || failureKind(error) !== 'raceLost') throw error;
      if (tries >= triesAtOnce) await sleep(Math.random() * Math.min(maximumWaitInMs, 2 ** tries));
    }
  }
}
