import type { Database, Transaction } from '#database';
import type { MutationOutcome, StateWriting } from '#state';
import { RunInterruptedError } from '../run/failures.ts';
import type { JournalOwner } from '../run/flush.ts';
import { isPassing } from '../run/passing-error.ts';
import type { CommittedOperation, StateAnswer, StateCall } from './state-call.ts';
import { type HeldCall, holdRuns, recordCalls } from './state-rows.ts';

/** How many calls go in one transaction at most: it holds the locks of all their entries. */
const mostCalls = 500;
/** Characters of JSON that they may write together; one call alone may write more. */
const mostCharacters = 8 * 1024 * 1024;
/** A batch that the database refused so often is sent call by call. */
const triesTogether = 2;
const longestBackOffInMs = 2_000;

type Recorded = Pick<StateAnswer, 'status' | 'output' | 'error'>;
type Pending = { readonly call: StateCall; resolve(answer: Recorded): void; reject(error: unknown): void };

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
  #gathering: Pending[] = [];
  #isFlushing = false;

  constructor(options: StateJournalOptions) {
    this.#options = options;
  }

  /** Resolves when the call and its step are committed. Rejects with `RunInterruptedError` where the run was lost. */
  write(call: StateCall): Promise<Recorded> {
    return new Promise((resolve, reject) => {
      this.#gathering.push({ call, resolve, reject });
      if (this.#isFlushing) return;
      this.#isFlushing = true;
      setImmediate(() => void this.#flush());
    });
  }

  async #flush(): Promise<void> {
    while (this.#gathering.length > 0) {
      await this.#commit(this.#take());
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isFlushing = false;
  }

  /** The next calls that go together: at least one. */
  #take(): Pending[] {
    let length = 0;
    const end = this.#gathering.findIndex(({ call }, index) => {
      length += lengthOf(call.operation);
      return index > 0 && (index >= mostCalls || length > mostCharacters);
    });
    return this.#gathering.splice(0, end < 0 ? this.#gathering.length : end);
  }

  /** Tries again while the database is away: an answer may be lost after the commit, which the step's row then tells. */
  async #commit(batch: readonly Pending[]): Promise<void> {
    let open = batch;
    for (let tries = 1; open.length > 0; tries++) {
      try {
        open = await this.#send(open);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const isAlone = open.length === 1;
        if (isPassing(error) && (isAlone || tries < triesTogether)) {
          this.#options.onTrouble(error);
          await delay(Math.min(longestBackOffInMs, 10 * 2 ** tries));
        } else {
          if (isAlone) open[0]?.reject(error);
          else for (const pending of open) await this.#commit([pending]);
          return;
        }
      }
    }
  }

  /** Resolves with what is still to be sent: when some need not or must not be, nothing of the others is written. */
  async #send(batch: readonly Pending[]): Promise<readonly Pending[]> {
    const { database, writing } = this.#options;
    const owner = this.#options.owner();
    const calls = batch.map(({ call }) => call);
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
    if (answers.length > 0) {
      batch.forEach(({ resolve }, index) => void resolve(answers[index] ?? neverRecorded()));
      return [];
    }
    return sortOut(batch, held);
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

/** Takes back to before the call what a transaction has done. */
class TakenBack extends Error {
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
      if (answer.status === 'failed') throw new TakenBack(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.answer;
    throw error;
  }
}

/** Answers the calls that are recorded or whose run was lost; resolves with the others. */
function sortOut(batch: readonly Pending[], held: readonly HeldCall[]): readonly Pending[] {
  const rows = new Map(held.map((row) => [row.position, row]));
  return batch.filter((pending, position) => {
    const row = rows.get(position);
    if (row === undefined) {
      pending.call.run.refuse();
      pending.reject(new RunInterruptedError('leaseLost'));
      return false;
    }
    if (isRecorded(row)) pending.resolve(row);
    return !isRecorded(row);
  });
}

/** Whether an earlier transaction committed without this worker being told. */
function isRecorded(row: HeldCall): row is HeldCall & Recorded {
  return row.status === 'succeeded' || row.status === 'failed';
}

function neverRecorded(): never {
  throw new Error('every call of a batch has an answer');
}

function delay(durationInMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationInMs).unref());
}
