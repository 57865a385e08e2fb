import { type Database, type GroupCommit, groupCommit, type Outcome, type Transaction } from '#database';
import { joined, type MutationOutcome, type PreparedMutation, type StateWriting } from '#state';
import { RunInterruptedError } from '../definition/failures.ts';
import type { JournalOwner } from '../run/flush.ts';
import { untilReachable } from '../run/repeat.ts';
import type { CommittedOperation, StateAnswer, StateCall } from './state-call.ts';
import { type HeldCall, holdRuns, recordCalls } from './state-rows.ts';

/** The maximum number of calls in one transaction, which holds the row locks of all their entries. */
const maximumCalls = 500;
/** The maximum size of one transaction, in characters of JSON. A single call may be larger. */
const maximumCharacters = 8 * 1024 * 1024;

/** `prepared`: what was slow to prepare, and so is already. */
type Item = { call: StateCall; prepared?: PreparedMutation | undefined };
type Recorded = Pick<StateAnswer, 'status' | 'output' | 'error' | 'attempts'>;

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
  readonly #commits: GroupCommit<Item, Recorded>;

  constructor(options: StateJournalOptions) {
    this.#options = options;
    this.#commits = groupCommit<Item, Recorded>({
      maximumItems: maximumCalls,
      maximumSize: maximumCharacters,
      sizeOf: ({ call }) => lengthOf(call.operation),
      commit: (items) => this.#commit(items),
      // The answer to a commit may be lost. The steps' rows then show what it did.
      onRepeat: (error) => options.onTrouble(error instanceof Error ? error : new Error(String(error))),
    });
  }

  /** Resolves when the call and its step are committed. Rejects with `RunInterruptedError` when the run was lost. */
  async write(call: StateCall): Promise<Recorded> {
    return this.#commits.write({ call, prepared: await this.#prepareSlow(call) });
  }

  /** Reads for a call, or does what may be repeated. A connection that is lost meanwhile is no failure of the call. */
  read<T>(read: () => Promise<T>): Promise<T> {
    return untilReachable(read, this.#options.onTrouble);
  }

  /** Others do not wait for a slow check of a value. */
  async #prepareSlow({ operation }: StateCall): Promise<PreparedMutation | undefined> {
    const { writing } = this.#options;
    if (operation.kind !== 'change' || !writing.isSlowToPrepare(operation.mutation, operation.length)) return undefined;
    return (await this.read(() => writing.prepare([operation.mutation])))[0];
  }

  async #prepare(items: readonly Item[]): Promise<PreparedMutation[]> {
    const { writing } = this.#options;
    const open = items.flatMap(({ call: { operation }, prepared }) =>
      operation.kind === 'change' && prepared === undefined ? operation.mutation : [],
    );
    const quick = [...(open.length === 0 ? [] : await writing.prepare(open))];
    return joined(
      items.flatMap(({ call, prepared }) =>
        call.operation.kind === 'change' ? (prepared ?? quick.shift() ?? []) : [],
      ),
    );
  }

  /** Commits nothing when a call is already recorded or its run was lost. The other calls are then sent again. */
  async #commit(items: readonly Item[]): Promise<readonly Outcome<Recorded>[]> {
    const { database, writing } = this.#options;
    const owner = this.#options.owner();
    const calls = items.map(({ call }) => call);
    const prepared = await this.#prepare(items);
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
