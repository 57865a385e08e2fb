import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from './connect.ts';
import { failureKind } from './failure-kind.ts';

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

const companions = new AsyncLocalStorage<Companion | undefined>();

/**
 * Makes the command that `work` calls commit together with what `companion` writes, such as that a request was done, and
 * with what the companions of its callers write. `undefined`: with nothing more.
 */
export function committingWith<Result>(companion: Companion | undefined, work: () => Promise<Result>): Promise<Result> {
  const outer = companions.getStore();
  if (companion === undefined || outer === undefined) return companions.run(companion, work);
  return companions.run((...committed) => Promise.all([outer(...committed), companion(...committed)]), work);
}

/** The companion of the caller's command, for transactions that `inTransaction` does not begin. */
export function callersCompanion(): Companion | undefined {
  return companions.getStore();
}

/** Runs a small transaction. Repeats it after a deadlock or a serialization failure. */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return tryingAgain(async () => {
    const boxed = await database.begin(async (transaction) => {
      const result = await work(transaction);
      await companions.getStore()?.(transaction, result);
      return { result };
    });
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
