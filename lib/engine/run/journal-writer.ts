import postgres from 'postgres';
import { backOff, changeNotice, type Database, failureKind, Gathering } from '#database';
import { type FlushAnswer, flushJournal, type Heartbeat, type JournalOwner } from './flush.ts';
import { interruptionOf } from './interruption-of.ts';
import type { HeldRun, JournalEntry } from './journal-entry.ts';

/**
 * Entries that commit together. `committed` resolves regardless of what happened to single runs: see
 * `HeldRun.loseClaim`. It also resolves after the loss of the lease. Then nothing was committed, and every run of the
 * worker has lost its claim.
 */
export type Batch = { readonly committed: Promise<void>; isCommitted: boolean };

export type JournalWriterOptions = {
  database: Database;
  owner: JournalOwner;
  /** The worker's part of a flush when its heartbeat is due. */
  heartbeat(): Heartbeat;
  heartbeatIntervalInMs: number;
  onLeaseLost(): void;
  /** Called with tasks that have a schedule and whose run ended. */
  onScheduled(taskKeys: number[]): void;
  onCommit(): void;
  /** Called with a run whose entries the database cannot store. */
  onBadRun(run: HeldRun, error: Error): void;
  onTrouble(error: Error): void;
};

/**
 * The only writer of a worker's journal. Entries that arrive during a flush gather for the next. The current commit is
 * the delay, so batches grow with the load and an idle worker commits at once.
 */
export class JournalWriter {
  readonly #options: JournalWriterOptions;
  readonly #gathering: Gathering<JournalEntry>;
  #batch = newBatch();
  #isLost = false;
  #heartbeatAt = performance.now();

  constructor(options: JournalWriterOptions) {
    this.#options = options;
    this.#gathering = new Gathering({ commit: (entries) => this.#flush(entries), isDue: () => this.#isBeatDue() });
  }

  /** The number of entries that are not sent yet. Callers that can wait should do so while it is high. */
  get backlog(): number {
    return this.#gathering.length;
  }

  write(entry: JournalEntry): Batch {
    if (this.#isLost) entry.run.loseClaim();
    else this.#gathering.add(entry);
    return this.#batch;
  }

  /** Sends a heartbeat with the next flush, and starts a flush when none is due. */
  beat(): void {
    this.#heartbeatAt = Number.NEGATIVE_INFINITY;
    this.#gathering.start();
  }

  /** Resolves when everything that was written before the call is committed. */
  drain(): Promise<void> {
    return this.#gathering.drain();
  }

  async #flush(gathered: readonly JournalEntry[]): Promise<void> {
    const batch = this.#batch;
    this.#batch = newBatch();
    const entries = withoutOvertaken(gathered.filter(isStillWritten));
    if (!this.#isLost && (entries.length > 0 || this.#isBeatDue())) await this.#commit(entries);
    batch.isCommitted = true;
    for (const entry of entries) if (entry.kind === 'end' || entry.kind === 'move') entry.run.moveCommitted(entry);
    batch.resolve();
    this.#options.onCommit();
  }

  #isBeatDue(): boolean {
    return !this.#isLost && performance.now() - this.#heartbeatAt >= this.#options.heartbeatIntervalInMs;
  }

  async #commit(entries: JournalEntry[]): Promise<void> {
    let mayExpectNew = true;
    for (let tries = 1; ; tries++) {
      try {
        return await this.#send(withoutGivenUp(entries), mayExpectNew);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        if (isLeaseLost(error)) return this.#lose();
        const wasUnexpected = mayExpectNew && isCode(error, '23505');
        mayExpectNew = false; // an answer may have been lost
        if (wasUnexpected) continue;
        if (failureKind(error) !== 'refused') {
          this.#options.onTrouble(error);
          await backOff(tries);
          continue;
        }
        const runs = [...new Set(entries.map((entry) => entry.run))];
        const [only] = runs;
        if (runs.length === 1 && only !== undefined) return this.#options.onBadRun(only, error);
        if (runs.length === 0) {
          this.#heartbeatAt = performance.now(); // the next one is sent at its time
          return this.#options.onTrouble(error);
        }
        for (const run of runs) await this.#commit(entries.filter((entry) => entry.run === run));
        return;
      }
    }
  }

  async #send(entries: JournalEntry[], mayExpectNew: boolean): Promise<void> {
    const { database, owner } = this.#options;
    const runs = [...new Set(entries.map((entry) => entry.run))];
    const isBeat = this.#isBeatDue();
    const answers = await flushJournal(
      database,
      owner,
      runs,
      entries,
      isBeat ? this.#options.heartbeat() : undefined,
      changeOf(runs, entries),
      mayExpectNew,
    );
    if (isBeat) this.#heartbeatAt = performance.now();
    if (answers.length > 0) this.#answer(answers, runs, entries);
  }

  #answer(answers: readonly FlushAnswer[], runs: readonly HeldRun[], entries: readonly JournalEntry[]): void {
    const scheduled: number[] = [];
    for (const answer of answers) {
      const run = answer.run_position === null ? undefined : runs[answer.run_position - 1];
      if (answer.outcome === 'scheduled') scheduled.push(Number(answer.value));
      else if (answer.outcome === 'refused') run?.loseClaim(interruptionOf(answer.value));
      else
        for (const entry of entries)
          if (entry.kind === 'wait' && entry.run === run && entry.sequence === answer.at_sequence)
            entry.settle({ outcome: answer.outcome, value: answer.value, failure: answer.failure });
    }
    if (scheduled.length > 0) this.#options.onScheduled(scheduled);
  }

  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#options.onLeaseLost();
  }
}

function isStillWritten({ run, kind }: JournalEntry): boolean {
  return kind === 'end' || (!run.isUnstorable && (!run.isReleased || kind === 'move'));
}

/**
 * Omits the waits of runs whose handlers go on to their end, to another attempt or back to the queue in the same flush: a
 * run can have one state only.
 */
function withoutOvertaken(entries: JournalEntry[]): JournalEntry[] {
  if (!entries.some(isWait)) return entries;
  const over = new Set(entries.filter(isLast).map(({ run }) => run));
  return over.size === 0 ? entries : entries.filter((entry) => !isWait(entry) || !over.has(entry.run));
}

function isWait(entry: JournalEntry): boolean {
  return entry.kind === 'wait' || (entry.kind === 'move' && entry.status === 'waiting');
}

function isLast(entry: JournalEntry): boolean {
  return entry.kind === 'end' || (entry.kind === 'move' && entry.status !== 'waiting');
}

/**
 * Omits what was written by runs that were released meanwhile, unless it has their end or move: it would take a run up
 * again with which nobody goes on.
 */
function withoutGivenUp(entries: JournalEntry[]): JournalEntry[] {
  if (!entries.some(({ run }) => run.isReleased)) return entries;
  const handedOver = new Set(entries.filter(({ kind }) => kind === 'end' || kind === 'move').map(({ run }) => run));
  return entries.filter(({ run }) => !run.isReleased || handedOver.has(run));
}

function newBatch(): Batch & { resolve(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { committed: promise, isCommitted: false, resolve };
}

/**
 * Notifies watchers of changed tasks, which are not named when they are many. For waiters, it has the keys of ended
 * tasks, which fit for all but the largest flushes.
 */
function changeOf(runs: readonly HeldRun[], entries: readonly JournalEntry[]): string | null {
  if (runs.length === 0) return null;
  return changeNotice({
    ids: runs.map((run) => run.taskId),
    endedKeys: entries.flatMap((entry) => (entry.kind === 'end' ? entry.run.taskKey : [])),
  });
}

function isLeaseLost(error: Error): boolean {
  return isCode(error, 'TDL01');
}

function isCode(error: Error, code: string): boolean {
  return error instanceof postgres.PostgresError && error.code === code;
}
