import {
  type Companion,
  callersCompanion,
  committingAlone,
  type Database,
  groupCommit,
  inTransaction,
  noteCommitted,
  RaceLostError,
  tryingAgain,
} from '#database';
import type { MutationOutcome, StateMutation } from './mutation.ts';
import { joined, type PreparedMutation, readsEntries } from './prepared.ts';
import { StateChangedError } from './resolve-markers.ts';
import type { StateWriting } from './writing.ts';

type Change = { prepared: PreparedMutation; companion: Companion | undefined };

/** The maximum number of operations in one batch: enough to share its commit, few enough to keep the wait short. */
const maximumOperations = 500;
/** How often an entry may change during the check of its new value. */
const mostChecks = 20;

/**
 * Commits mutations. Mutations of a single operation share commits, each with its caller's companion. Larger ones
 * commit alone. A refused atomic mutation commits nothing, and its companion neither. A mutation is prepared before it
 * joins others, who do not wait for a slow check of its values.
 */
export function committer(
  database: Database,
  writing: StateWriting,
): (mutation: StateMutation) => Promise<MutationOutcome> {
  /** Commits a batch in one transaction. */
  async function commit(batch: readonly Change[]): Promise<MutationOutcome[]> {
    const prepared = joined(batch.map(({ prepared }) => prepared));
    if (batch.every(({ companion }) => companion === undefined)) {
      const outcomes = await tryingAgain(() => writing.writeAtOnce(prepared));
      if (outcomes !== undefined) return outcomes;
    }
    return committingAlone(() =>
      inTransaction(database, async (transaction) => {
        const outcomes = await writing.write(transaction, prepared);
        await Promise.all(
          batch.map(async ({ companion }, at) => {
            const isAtomic = prepared[at]?.mutation.isAtomic === true;
            const isRefused = isAtomic && (outcomes[at]?.failures.length ?? 0) > 0;
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
  return async (mutation) => {
    const companion = callersCompanion();
    const [prepared] = await writing.prepare([mutation]);
    if (prepared === undefined) throw new Error('a mutation was not prepared');
    const outcome = await commitPrepared(prepared, companion);
    noteCommitted();
    return outcome;
  };

  function commitPrepared(prepared: PreparedMutation, companion: Companion | undefined): Promise<MutationOutcome> {
    if (readsEntries(prepared))
      return withCheck(prepared, (checked) => commits.writeAlone({ prepared: checked, companion }));
    const change = { prepared, companion };
    return prepared.mutation.operations.length === 1 ? commits.write(change) : commits.writeAlone(change);
  }

  /** Commits what was checked with the entries as they are then. */
  async function withCheck(
    prepared: PreparedMutation,
    commitChecked: (checked: PreparedMutation) => Promise<MutationOutcome>,
  ): Promise<MutationOutcome> {
    for (let tries = 1; ; tries++) {
      try {
        return await commitChecked(await writing.checkMarked(prepared));
      } catch (error) {
        if (!(error instanceof StateChangedError)) throw error;
        if (tries === mostChecks) throw new RaceLostError(error.message);
      }
    }
  }
}
