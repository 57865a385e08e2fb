import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Transaction } from './connect.ts';
import { failureKind } from './failure-kind.ts';

/** How often a transaction is tried again that met another in a way which trying again gets around. */
const maximumTries = 5;

/** Does more in a transaction of engine or state, and so is committed with it or not at all. */
export type Companion = (transaction: Transaction) => Promise<unknown>;

const companions = new AsyncLocalStorage<Companion | undefined>();

/** Makes the command that `work` calls commit together with what `companion` writes, such as that a request was done. */
export function committingWith<Result>(companion: Companion | undefined, work: () => Promise<Result>): Promise<Result> {
  return companions.run(companion, work);
}

/** What the caller's command is to be committed with: for transactions that `inTransaction` does not begin. */
export function callersCompanion(): Companion | undefined {
  return companions.getStore();
}

/** Runs a small transaction; tries again one that fell to a deadlock with a worker's batch, or lost a race. */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return tryingAgain(async () => {
    const boxed = await database.begin(async (transaction) => {
      const result = await work(transaction);
      await companions.getStore()?.(transaction);
      return { result };
    });
    return boxed.result;
  });
}

/** Does what is a transaction by itself; again where it fell to a deadlock, or lost a race. */
export async function tryingAgain<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === maximumTries || failureKind(error) !== 'raceLost') throw error;
    }
  }
}
