import {
  type Companion,
  callersCompanion,
  callersRecord,
  committingAlone,
  type Database,
  groupCommit,
  inTransaction,
  type KeptRecord,
  mayBegin,
  RaceLostError,
  tryingAgain,
} from '#database';
import type { MutationOutcome, StateMutation } from './mutation.ts';
import { joined, type PreparedMutation, readsEntries } from './prepared.ts';
import { StateChangedError } from './resolve-markers.ts';
import type { StateWriting } from './writing.ts';

type Change = {
  prepared: PreparedMutation;
  companion: Companion | undefined;
  record: KeptRecord | undefined;
  needsTransaction: boolean;
};

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
    if (batch.every(({ needsTransaction }) => !needsTransaction)) {
      const recorded = prepared.map((one, at) => ({ ...one, record: batch[at]?.record }));
      const outcomes = await tryingAgain(() => writing.writeAtOnce(recorded));
      if (outcomes !== undefined) return outcomes;
    }
    const isRefused = (outcomes: readonly MutationOutcome[], at: number) =>
      prepared[at]?.mutation.isAtomic === true && (outcomes[at]?.failures.length ?? 0) > 0;
    const committed = await committingAlone(() =>
      inTransaction(database, async (transaction) => {
        const outcomes = await writing.write(transaction, prepared);
        await Promise.all(
          batch.map(async ({ companion }, at) => {
            if (!isRefused(outcomes, at)) await companion?.(transaction, { failures: outcomes[at]?.failures });
          }),
        );
        return outcomes;
      }),
    );
    for (const [at, { record }] of batch.entries()) if (!isRefused(committed, at)) record?.kept();
    return committed;
  }

  const commits = groupCommit<Change, MutationOutcome>({
    maximumItems: maximumOperations,
    commit: async (batch) => (await commit(batch)).map((result) => ({ result })),
  });
  return async (mutation) => {
    const { record, needsTransaction } = callersRecord();
    const beside = {
      companion: callersCompanion(),
      record,
      needsTransaction: needsTransaction || (record !== undefined && !mutation.isAtomic),
    };
    const [prepared] = await writing.prepare([mutation]);
    if (prepared === undefined) throw new Error('a mutation was not prepared');
    if (readsEntries(prepared))
      return withCheck(prepared, async (checked) => {
        await mayBegin();
        return commits.writeAlone({ prepared: checked, ...beside });
      });
    await mayBegin();
    const change = { prepared, ...beside };
    return mutation.operations.length === 1 ? commits.write(change) : commits.writeAlone(change);
  };

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
