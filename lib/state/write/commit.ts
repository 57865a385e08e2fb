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

/** Operations of one batch: enough to spread its commit, few enough that its callers do not wait for long. */
const maximumOperations = 500;

/**
 * Commits mutations. Those of a single operation share commits, each with its caller's companion; larger ones are
 * committed alone. A refused atomic mutation commits nothing, its companion included.
 */
export function committer(
  database: Database,
  writing: StateWriting,
): (mutation: StateMutation) => Promise<MutationOutcome> {
  /** One transaction for all of a batch. */
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
