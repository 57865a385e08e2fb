import type { TaskConfig } from '#contract';
import type { FingerprintKey } from './fingerprint.ts';
import type { JournalOwner } from './flush.ts';
import type { HeldRun } from './journal-entry.ts';
import type { JournalWriter } from './journal-writer.ts';

/** The runs that wait and stay in memory for a while. */
export type Keeping = {
  /** Whether the worker stops, and takes no run up again. */
  readonly isClosed: boolean;
  /** Whether a waiting run with so many characters of input and results may be kept. */
  accepts(size: number): boolean;
  add(run: KeptRun): void;
  remove(run: KeptRun): void;
};
export type KeptRun = {
  readonly taskKey: number;
  readonly size: number;
  /** Takes the run up again and continues its handler. */
  resume(): void;
  drop(): void;
};

/** The step that creates a child. `callOrder`: see `Handover.untold`. */
export type ChildStep = { sequence: number; name: string; callOrder: string | null };

/** The parts of a worker that an execution needs. */
export type Host = {
  readonly owner: JournalOwner;
  /** What fingerprints of errors are made with. */
  readonly fingerprintKey: FingerprintKey;
  readonly writer: Pick<JournalWriter, 'write' | 'backlog'>;
  /** Steps whose function is running. The worker announces those that take long. */
  readonly openSteps: Set<OpenStep>;
  /** Converts a `performance.now()` to the database's time, RFC 3339. */
  timeOf(at: number): string;
  /**
   * Creates a child and records its step in one transaction. Its input may refer to the secrets of these names. Resolves
   * with the child's id.
   */
  createChild(parent: HeldRun, step: ChildStep, config: TaskConfig, secrets: ReadonlySet<string>): Promise<string>;
  /** Frees the run's slot. Called once per run. */
  freeSlot(): void;
  readonly kept: Keeping;
  /** Adds a run that was kept, before the entry that takes it up is written. */
  holdAgain(run: HeldRun): void;
  /** Continues a run that this worker kept, or claims it when it is no longer in memory or no slot is free. */
  wakeKept(taskKey: number): void;
  /** Removes the run: this worker no longer holds it. */
  forget(run: HeldRun): void;
  /** Called with a run that has begun to wait for a lock, which can have become free since the run asked for it. */
  awaitLock(taskKey: number): void;
  /** Sets that a run of this worker becomes due at this `performance.now()`. */
  expect(dueAt: number): void;
};

/** A step whose function is running. `announce` shows it to operators once. */
export type OpenStep = { readonly startedAt: number; isAnnounced: boolean; announce(): void };
