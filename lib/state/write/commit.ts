import { type Companion, callersCompanion, committingWith, type Database, inTransaction, tryingAgain } from '#database';
import type { MutationOutcome, StateMutation, StateWriting } from './mutation.ts';

type Waiting = {
  mutation: StateMutation;
  companion: Companion | undefined;
  resolve(outcome: MutationOutcome): void;
  reject(error: unknown): void;
};

/** Operations of one batch: enough to spread its commit, few enough that its callers do not wait for long. */
const mostOperations = 500;

/**
 * Commits mutations. While one commit is under way those of a single operation gather for the next, each with what its
 * caller commits with it; larger ones go by themselves. A refused atomic mutation commits nothing, its companion included.
 */
export function committer(
  database: Database,
  writing: StateWriting,
): (mutation: StateMutation) => Promise<MutationOutcome> {
  const gathering: Waiting[] = [];
  let isFlushing = false;

  /** One transaction for all of a batch. */
  async function flush(batch: readonly Waiting[]): Promise<MutationOutcome[]> {
    const prepared = await writing.prepare(batch.map(({ mutation }) => mutation));
    if (batch.every(({ companion }) => companion === undefined)) {
      const outcomes = await tryingAgain(() => writing.writeAtOnce(prepared));
      if (outcomes !== undefined) return outcomes;
    }
    return committingWith(undefined, () =>
      inTransaction(database, async (transaction) => {
        const outcomes = await writing.write(transaction, prepared);
        await Promise.all(
          batch.map(async ({ mutation, companion }, at) => {
            const isRefused = mutation.isAtomic && (outcomes[at]?.failures.length ?? 0) > 0;
            if (!isRefused) await companion?.(transaction);
          }),
        );
        return outcomes;
      }),
    );
  }

  async function attempt(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await flush(batch);
      for (const [at, waiting] of batch.entries()) {
        const outcome = outcomes[at];
        if (outcome === undefined) waiting.reject(new Error('a batch answered fewer mutations than it was given'));
        else waiting.resolve(outcome);
      }
    } catch (error) {
      // A bad one fails alone; what a lost connection has done is not known, and is not tried again.
      if (batch.length === 1 || !isOfStatement(error)) for (const waiting of batch) waiting.reject(error);
      else for (const waiting of batch) await attempt([waiting]);
    }
  }

  async function run(): Promise<void> {
    while (gathering.length > 0) await attempt(gathering.splice(0, mostOperations));
    isFlushing = false;
  }

  return (mutation) =>
    new Promise((resolve, reject) => {
      const waiting = { mutation, companion: callersCompanion(), resolve, reject };
      if (mutation.operations.length !== 1) {
        void attempt([waiting]);
        return;
      }
      gathering.push(waiting);
      // The first flush waits one turn of the event loop, so that calls made together share it.
      if (!isFlushing) {
        isFlushing = true;
        setImmediate(() => void run());
      }
    });
}

/** Whether a statement failed, and not the connection or the server. */
function isOfStatement(error: unknown): boolean {
  return error instanceof Error && (!('code' in error) || ('severity' in error && error.severity === 'ERROR'));
}
