import type { TaskConfig } from '#contract';
import type { JournalOwner } from './flush.ts';
import type { HeldRun } from './journal-entry.ts';
import type { JournalWriter } from './journal-writer.ts';

/** What an execution needs of the worker around it. */
export type Host = {
  readonly owner: JournalOwner;
  readonly writer: JournalWriter;
  /** Steps whose function is under way; the worker announces those that take long. */
  readonly openSteps: Set<OpenStep>;
  /** A `performance.now()` as the database's clock has it, RFC 3339. */
  timeOf(at: number): string;
  /** Creates a child and records the step that did, in one transaction; resolves with its id. */
  createChild(parent: HeldRun, sequence: number, name: string, config: TaskConfig): Promise<string>;
  /** The run no longer occupies a slot: called once for each run. */
  freeSlot(): void;
  /** The run is out of this worker's hands. */
  forget(run: HeldRun): void;
  /** A run of this worker becomes due at this `performance.now()`. */
  expect(dueAt: number): void;
};

/** A step whose function is under way. `announce` shows it to operators, once. */
export type OpenStep = { readonly startedAt: number; isAnnounced: boolean; announce(): void };
