import type { LogLevel, StepKind, StepStatus } from '#contract';
import type { Interruption } from '../definition/failures.ts';

/** A claimed run as the journal sees it. Writes are refused when it is not the run's last claim. */
export type HeldRun = {
  readonly taskKey: number;
  readonly runCount: number;
  readonly fence: number;
  readonly taskId: string;
  readonly parentKey: number | null;
  /** Whether this worker has released the run or only keeps it: only its end or a move of it is still written. */
  readonly isReleased: boolean;
  /** Whether the run fails because of what it wrote: only its end is still written. */
  readonly isUnstorable: boolean;
  /** Fails the run because the database cannot store what it wrote. */
  failUnstorable(error: Error): void;
  /**
   * Stops the execution because the database does not accept this claim any more. The default reason is a lost lease.
   */
  loseClaim(reason?: Interruption): void;
  /** Called when an end or a move of the run is committed. A move to `waiting` has no effect when a wait was met. */
  moveCommitted(entry: MoveEntry | EndEntry): void;
};

/** A step's row. Times are `performance.now()`; JSON is text. */
export type StepEntry = {
  kind: 'step';
  run: HeldRun;
  sequence: number;
  name: string;
  stepKind: StepKind;
  status: StepStatus;
  attempt: number;
  attempts: string | null;
  output: string | null;
  error: string | null;
  startedAt: number;
  endedAt: number | null;
  wakeAt: number | null;
  eventName: string | null;
  childTaskId: string | null;
  /** What the journal is told with it of the order of calls and results: see `Handover`. */
  callOrder: string | null;
  /** Whether nothing of the step was written before. */
  isNew: boolean;
};

/** Asks whether the target of a waiting step has arrived. If so, `settle` is called on commit. */
export type WaitEntry = {
  kind: 'wait';
  run: HeldRun;
  sequence: number;
  waitKind: 'event' | 'task';
  target: string;
  passesEventsOn: boolean;
  settle(outcome: WaitOutcome): void;
};

/** `event`, an ended task's status, or `missing`. `value` and `failure` are JSON text. */
export type WaitOutcome = { outcome: string; value: string | null; failure: string | null };

/** Releases the run from this worker. Has no effect when one of its waits is met in the same flush. */
export type MoveEntry = {
  kind: 'move';
  run: HeldRun;
  status: 'waiting' | 'retrying' | 'queued';
  dueAt: number | null;
  waitKind: StepKind | null;
  waitSequence: number | null;
  waitName: string | null;
  waitTaskId: string | null;
  error: string | null;
  /** Whether this worker keeps the waiting run in memory for a while. */
  isKept: boolean;
};

/** Takes a run that this worker kept out of its wait again, unless another claim came between. */
export type ResumeEntry = { kind: 'resume'; run: HeldRun };

export type EndEntry = {
  kind: 'end';
  run: HeldRun;
  status: 'succeeded' | 'failed';
  output: string | null;
  error: string | null;
  fingerprint: string | null;
  /** Whether unfinished steps may remain. */
  isUntidy: boolean;
};

export type LogEntryRow = {
  kind: 'log';
  run: HeldRun;
  attempt: number;
  sequence: number | null;
  level: LogLevel;
  message: string;
  fields: string | null;
  loggedAt: number;
};

export type JournalEntry = StepEntry | WaitEntry | MoveEntry | ResumeEntry | EndEntry | LogEntryRow;

type StepFacts = Pick<StepEntry, 'run' | 'sequence' | 'name' | 'stepKind' | 'status' | 'startedAt'>;

/** The row of a step: its first attempt with these facts, unless more are given. */
export function stepEntry(facts: StepFacts & Partial<StepEntry>): StepEntry {
  return {
    kind: 'step',
    attempt: 1,
    attempts: null,
    output: null,
    error: null,
    endedAt: null,
    wakeAt: null,
    eventName: null,
    childTaskId: null,
    callOrder: null,
    isNew: false,
    ...facts,
  };
}

/** A move of a run to a status, with the target of its wait, the wake time and the error where given. */
export function moveEntry(facts: Pick<MoveEntry, 'run' | 'status'> & Partial<MoveEntry>): MoveEntry {
  return {
    kind: 'move',
    dueAt: null,
    waitKind: null,
    waitSequence: null,
    waitName: null,
    waitTaskId: null,
    error: null,
    isKept: false,
    ...facts,
  };
}
