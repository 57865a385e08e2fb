import { type Database, type GroupCommit, groupCommit, type Outcome, type Transaction } from '#database';
import type { MutationOutcome, StateWriting } from '#state';
import { RunInterruptedError } from '../definition/failures.ts';
import type { JournalOwner } from '../run/flush.ts';
import type { CommittedOperation, StateAnswer, StateCall } from './state-call.ts';
import { type HeldCall, holdRuns, recordCalls } from './state-rows.ts';

/** The maximum number of calls in one transaction, which holds the row locks of all their entries. */
const maximumCalls = 500;
/** The maximum size of one transaction, in characters of JSON. A single call may be larger. */
const maximumCharacters = 8 * 1024 * 1024;

type Recorded = Pick<StateAnswer, 'status' | 'output' | 'error'>;

export type StateJournalOptions = {
  database: Database;
  writing: StateWriting;
  /** Returns the worker that holds the runs now. */
  owner(): JournalOwner;
  /** Called on recoverable faults, such as a lost database connection. */
  onTrouble(error: Error): void;
};

/**
 * Commits calls of `ctx.state`, each together with its step's row. During one transaction, new calls gather for the
 * next. In it, each call is judged separately and sees the writes of the calls before it.
 */
export class StateJournal {
  readonly #options: StateJournalOptions;
  readonly #commits: GroupCommit<StateCall, Recorded>;

  constructor(options: StateJournalOptions) {
    this.#options = options;
    this.#commits = groupCommit<StateCall, Recorded>({
      maximumItems: maximumCalls,
      maximumSize: maximumCharacters,
      sizeOf: ({ operation }) => lengthOf(operation),
      commit: (calls) => this.#commit(calls),
      // The answer to a commit may be lost. The steps' rows then show what it did.
      onRepeat: (error) => options.onTrouble(error instanceof Error ? error : new Error(String(error))),
    });
  }

  /** Resolves when the call and its step are committed. Rejects with `RunInterruptedError` when the run was lost. */
  write(call: StateCall): Promise<Recorded> {
    return this.#commits.write(call);
  }

  /** Commits nothing when a call is already recorded or its run was lost. The other calls are then sent again. */
  async #commit(calls: readonly StateCall[]): Promise<readonly Outcome<Recorded>[]> {
    const { database, writing } = this.#options;
    const owner = this.#options.owner();
    const prepared = await writing.prepare(
      calls.flatMap(({ operation }) => (operation.kind === 'change' ? operation.mutation : [])),
    );
    const { held, answers } = await database.begin(async (transaction) => {
      const rows = await holdRuns(transaction, owner, calls);
      if (rows.length < calls.length || rows.some(isRecorded)) return { held: rows, answers: [] };
      const outcomes = prepared.length === 0 ? [] : await writing.write(transaction, prepared);
      const told: StateAnswer[] = [];
      for (const { operation } of calls) told.push(await answerTo(operation, outcomes, transaction));
      await recordCalls(transaction, owner, calls, told);
      return { held: rows, answers: told };
    });
    return answers.length > 0 ? answers.map((result) => ({ result })) : sortOut(calls, held);
  }
}

function lengthOf(operation: CommittedOperation): number {
  if (operation.kind === 'read') return operation.answer.output?.length ?? 0;
  return operation.kind === 'change' ? operation.length : 0;
}

/** Returns the answer to an operation. A change takes the next outcome. */
function answerTo(
  operation: CommittedOperation,
  outcomes: MutationOutcome[],
  transaction: Transaction,
): StateAnswer | Promise<StateAnswer> {
  if (operation.kind === 'read') return operation.answer;
  if (operation.kind === 'upload') return unlessFailed(operation, transaction);
  const outcome = outcomes.shift();
  if (outcome === undefined) throw new Error('state answered fewer mutations than it was given');
  return operation.answerOf(outcome);
}

/** Rolls a savepoint back when a call is refused, so that none of its writes remain. */
class Reverted extends Error {
  readonly answer: StateAnswer;

  constructor(answer: StateAnswer) {
    super('a call of ctx.state was refused');
    this.answer = answer;
  }
}

async function unlessFailed(
  operation: CommittedOperation & { kind: 'upload' },
  transaction: Transaction,
): Promise<StateAnswer> {
  try {
    return await transaction.savepoint(async (savepoint) => {
      const answer = await operation.perform(savepoint);
      if (answer.status === 'failed') throw new Reverted(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof Reverted) return error.answer;
    throw error;
  }
}

/** Answers the calls that are recorded or whose run was lost. The others are sent again. */
function sortOut(calls: readonly StateCall[], held: readonly HeldCall[]): readonly Outcome<Recorded>[] {
  const rows = new Map(held.map((row) => [row.position, row]));
  return calls.map((call, position) => {
    const row = rows.get(position);
    if (row === undefined) {
      call.run.loseClaim();
      return { error: new RunInterruptedError('leaseLost') };
    }
    return isRecorded(row) ? { result: row } : 'again';
  });
}

/** Returns whether an earlier transaction committed the call and its answer was lost. */
function isRecorded(row: HeldCall): row is HeldCall & Recorded {
  return row.status === 'succeeded' || row.status === 'failed';
}
