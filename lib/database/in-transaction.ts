import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Transaction } from './connect.ts';

/** How often a transaction is tried again when PostgreSQL chose it to break a deadlock. */
const maximumTries = 5;
const deadlockDetected = '40P01';

/** Does more in a transaction of engine or state, and so is committed with it or not at all. */
type Companion = (transaction: Transaction) => Promise<unknown>;

const companions = new AsyncLocalStorage<Companion>();

/** Makes the command that `work` calls commit together with what `companion` writes, such as that a request was done. */
export function committingWith<Result>(companion: Companion, work: () => Promise<Result>): Promise<Result> {
  return companions.run(companion, work);
}

/** Runs a small transaction; tries again one that fell to a deadlock with a worker's batch. */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      const boxed = await database.begin(async (transaction) => {
        const result = await work(transaction);
        await companions.getStore()?.(transaction);
        return { result };
      });
      return boxed.result;
    } catch (error) {
      if (tries === maximumTries || !isDeadlock(error)) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === deadlockDetected;
}
