import type { TaskConfig } from '#contract';
import type { JournalOwner } from './flush.ts';
import type { HeldRun } from './journal-entry.ts';
import type { JournalWriter } from './journal-writer.ts';

/** The parts of a worker that an execution needs. */
export type Host = {
  readonly owner: JournalOwner;
  readonly writer: JournalWriter;
  /** Steps whose function is running. The worker announces those that take long. */
  readonly openSteps: Set<OpenStep>;
  /** Converts a `performance.now()` to the database's time, RFC 3339. */
  timeOf(at: number): string;
  /** Creates a child and records its step in one transaction. Resolves with the child's id. */
  createChild(parent: HeldRun, sequence: number, name: string, config: TaskConfig): Promise<string>;
  /** Frees the run's slot. Called once per run. */
  freeSlot(): void;
  /** Removes the run: this worker no longer holds it. */
  forget(run: HeldRun): void;
  /** Sets that a run of this worker becomes due at this `performance.now()`. */
  expect(dueAt: number): void;
};

/** A step whose function is running. `announce` shows it to operators once. */
export type OpenStep = { readonly startedAt: number; isAnnounced: boolean; announce(): void };
