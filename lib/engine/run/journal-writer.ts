import postgres from 'postgres';
import type { Database } from '#database';
import { type FlushAnswer, flushJournal, type Heartbeat, type JournalOwner } from './flush.ts';
import type { HeldRun, JournalEntry } from './journal-entry.ts';
import { isPassing } from './passing-error.ts';

const namedTasksPerChange = 50;
/** A notification has at most 8,000 bytes; a key has up to 16 digits. */
const endedKeysPerChange = 400;
const longestBackOffInMs = 2_000;

/**
 * Entries that commit together. `committed` resolves whatever became of single runs: see `HeldRun.refuse`. After the loss
 * of the lease it resolves though nothing is committed; all its runs are refused then.
 */
export type Batch = { readonly entries: JournalEntry[]; readonly committed: Promise<void>; isCommitted: boolean };

export type JournalWriterOptions = {
  database: Database;
  owner: JournalOwner;
  /** What a flush tells about the worker when its heartbeat is due. */
  heartbeat(): Heartbeat;
  heartbeatIntervalInMs: number;
  onLeaseLost(): void;
  /** Tasks with a schedule whose run ended. */
  onScheduled(taskKeys: number[]): void;
  onCommit(): void;
  /** A run whose entries the database cannot store. */
  onBadRun(run: HeldRun, error: Error): void;
  onTrouble(error: Error): void;
};

/**
 * The one writer of a worker's journal. While a flush is under way, what comes gathers into the next: the commit that is
 * under way is the delay, so batches grow with the load and an idle worker commits at once.
 */
export class JournalWriter {
  readonly #options: JournalWriterOptions;
  #gathering = newBatch();
  #isFlushing = false;
  #isScheduled = false;
  #isLost = false;
  #heartbeatAt = performance.now();

  constructor(options: JournalWriterOptions) {
    this.#options = options;
  }

  /** Entries gathered and not yet sent: callers that can wait should while it is high. */
  get backlog(): number {
    return this.#gathering.entries.length;
  }

  write(entry: JournalEntry): Batch {
    const batch = this.#gathering;
    if (this.#isLost) {
      entry.run.refuse();
      return batch;
    }
    batch.entries.push(entry);
    if (!this.#isFlushing && !this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => this.#start());
    }
    return batch;
  }

  /** Sends a heartbeat with the next flush, and starts one when none is due to start. */
  beat(): void {
    this.#heartbeatAt = 0;
    if (!this.#isFlushing) this.#start();
  }

  /** Resolves when all that was written before the call is committed. */
  async drain(): Promise<void> {
    if (this.#isFlushing || this.#gathering.entries.length > 0) await this.#gathering.committed;
  }

  #start(): void {
    this.#isScheduled = false;
    if (!this.#isFlushing) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isFlushing = true;
    while (!this.#isLost && (this.#gathering.entries.length > 0 || this.#isBeatDue())) {
      const batch = this.#gathering;
      this.#gathering = newBatch();
      const entries = batch.entries.filter(
        (entry) => !entry.run.isClosed || entry.kind === 'end' || entry.kind === 'move',
      );
      if (entries.length > 0 || this.#isBeatDue()) await this.#commit(entries);
      batch.isCommitted = true;
      for (const entry of entries) if (entry.kind === 'end' || entry.kind === 'move') entry.run.leave();
      batch.resolve();
      this.#options.onCommit();
      await nextTurn();
    }
    this.#isFlushing = false;
    if (this.#isLost) this.#gathering.resolve();
  }

  #isBeatDue(): boolean {
    return performance.now() - this.#heartbeatAt >= this.#options.heartbeatIntervalInMs;
  }

  async #commit(entries: JournalEntry[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#send(entries);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        if (isLeaseLost(error)) return this.#lose();
        if (isPassing(error)) {
          this.#options.onTrouble(error);
          await delay(Math.min(longestBackOffInMs, 20 * 2 ** attempt));
          continue;
        }
        const runs = [...new Set(entries.map((entry) => entry.run))];
        const [only] = runs;
        if (runs.length === 1 && only !== undefined) return this.#options.onBadRun(only, error);
        if (runs.length === 0) return this.#options.onTrouble(error);
        for (const run of runs) await this.#commit(entries.filter((entry) => entry.run === run));
        return;
      }
    }
  }

  async #send(entries: JournalEntry[]): Promise<void> {
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
    );
    if (isBeat) this.#heartbeatAt = performance.now();
    if (answers.length > 0) this.#answer(answers, runs, entries);
  }

  #answer(answers: readonly FlushAnswer[], runs: readonly HeldRun[], entries: readonly JournalEntry[]): void {
    const scheduled: number[] = [];
    for (const answer of answers) {
      const run = answer.run_position === null ? undefined : runs[answer.run_position - 1];
      if (answer.outcome === 'scheduled') scheduled.push(Number(answer.value));
      else if (answer.outcome === 'refused') run?.refuse();
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
    for (const { run } of this.#gathering.entries) run.refuse();
    this.#options.onLeaseLost();
  }
}

function newBatch(): Batch & { resolve(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { entries: [], committed: promise, isCommitted: false, resolve };
}

/**
 * Tells watchers which tasks changed; many are not named. Those who wait for an end are told the keys of what ended,
 * which are short enough for all of a flush but the largest.
 */
function changeOf(runs: readonly HeldRun[], entries: readonly JournalEntry[]): string | null {
  if (runs.length === 0) return null;
  const ended = entries.flatMap((entry) => (entry.kind === 'end' ? entry.run.taskKey : []));
  const isNamed = runs.length <= namedTasksPerChange;
  return JSON.stringify({
    t: isNamed ? runs.map((run) => run.taskId) : [],
    ...(ended.length <= endedKeysPerChange && { e: ended }),
    c: 0,
    m: isNamed ? 0 : 1,
  });
}

function isLeaseLost(error: Error): boolean {
  return error instanceof postgres.PostgresError && error.code === 'TDL01';
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function delay(durationInMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationInMs));
}
