import {
  type Companion,
  callersCompanion,
  committingWith,
  type Database,
  groupCommit,
  inTransaction,
  tryingAgain,
} from '#database';
import type { MutationOutcome, StateMutation } from './mutation.ts';
import type { StateWriting } from './writing.ts';

type Change = { mutation: StateMutation; companion: Companion | undefined };

/** The maximum number of operations in one batch: enough to share its commit, few enough to keep the wait short. */
const maximumOperations = 500;

/**
 * Commits mutations. Mutations of a single operation share commits, each with its caller's companion. Larger ones
 * commit alone. A refused atomic mutation commits nothing, and its companion neither.
 */
export function committer(
  database: Database,
  writing: StateWriting,
): (mutation: StateMutation) => Promise<MutationOutcome> {
  /** Commits a batch in one transaction. */
  async function commit(batch: readonly Change[]): Promise<MutationOutcome[]> {
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

  const commits = groupCommit<Change, MutationOutcome>({
    maximumItems: maximumOperations,
    commit: async (batch) => (await commit(batch)).map((result) => ({ result })),
  });
  return (mutation) => {
    const change = { mutation, companion: callersCompanion() };
    return mutation.operations.length === 1 ? commits.write(change) : commits.writeAlone(change);
  };
}
