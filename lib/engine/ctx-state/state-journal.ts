import { type Database, type GroupCommit, groupCommit, type Outcome, type Transaction } from '#database';
import type { MutationOutcome, StateWriting } from '#state';
import { RunInterruptedError } from '../definition/failures.ts';
import type { JournalOwner } from '../run/flush.ts';
import type { CommittedOperation, StateAnswer, StateCall } from './state-call.ts';
import { type HeldCall, holdRuns, recordCalls } from './state-rows.ts';

/** How many calls go in one transaction at most: it holds the locks of all their entries. */
const maximumCalls = 500;
/** Characters of JSON that they may write together; one call alone may write more. */
const maximumCharacters = 8 * 1024 * 1024;

type Recorded = Pick<StateAnswer, 'status' | 'output' | 'error'>;

export type StateJournalOptions = {
  database: Database;
  writing: StateWriting;
  /** Who holds the runs, as of now. */
  owner(): JournalOwner;
  /** Told of what it gets over by itself. */
  onTrouble(error: Error): void;
};

/**
 * Commits calls of `ctx.state`, each together with the row of its step. While a transaction is under way, what comes
 * gathers into the next, in which every call is judged by itself and sees what those before it wrote.
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
      // The answer to a commit may be lost; the rows of the steps then show what it did.
      onRepeat: (error) => options.onTrouble(error instanceof Error ? error : new Error(String(error))),
    });
  }

  /** Resolves when the call and its step are committed. Rejects with `RunInterruptedError` where the run was lost. */
  write(call: StateCall): Promise<Recorded> {
    return this.#commits.write(call);
  }

  /** Commits nothing where a call is recorded already or its run was lost: the others are to be sent again then. */
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

/** Takes the next outcome where the operation is a change. */
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

/** Thrown to roll a savepoint back: a call was refused and nothing of it may stay. */
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

/** Answers the calls that are recorded or whose run was lost; the others go again. */
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

/** Whether an earlier transaction committed without this worker being told. */
function isRecorded(row: HeldCall): row is HeldCall & Recorded {
  return row.status === 'succeeded' || row.status === 'failed';
}
