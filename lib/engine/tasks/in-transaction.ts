import type { Database, Transaction } from '#database';

/** How often a transaction is tried again when PostgreSQL chose it to break a deadlock. */
const maximumTries = 5;
const deadlockDetected = '40P01';

/** Runs a small transaction; tries again one that fell to a deadlock with a worker's batch. */
export async function inTransaction<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      const boxed = await database.begin(async (transaction) => ({ result: await work(transaction) }));
      return boxed.result;
    } catch (error) {
      if (tries === maximumTries || !isDeadlock(error)) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === deadlockDetected;
}
