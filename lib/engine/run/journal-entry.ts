import type { LogLevel, StepKind, StepStatus } from '#contract';

/** A claimed run as the journal sees it. A write is refused once the claim is not the run's last one. */
export type HeldRun = {
  readonly taskKey: number;
  readonly runCount: number;
  readonly fence: number;
  readonly taskId: string;
  readonly parentKey: number | null;
  /** Nothing more of it is written: it ended, moved on or was lost. */
  isClosed: boolean;
  /** Called when the database cannot store what the run wrote. */
  spoil(error: Error): void;
  /** Called once when the database no longer knows this claim. */
  refuse(): void;
  /** Called when its end is committed, or its leaving, unless a wait was over by then. */
  leave(): void;
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
};

/** Asks whether what a step waits for is there. `settle` is called on commit when it is. */
export type WaitEntry = {
  kind: 'wait';
  run: HeldRun;
  sequence: number;
  waitKind: 'event' | 'task';
  target: string;
  passesEventsOn: boolean;
  settle(outcome: WaitOutcome): void;
};

/** `event`, an ended task's status, or `missing`; `value` and `failure` are JSON text. */
export type WaitOutcome = { outcome: string; value: string | null; failure: string | null };

/** Takes the run out of this worker's hands; without effect when one of its waits is over in the same flush. */
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
};

export type EndEntry = {
  kind: 'end';
  run: HeldRun;
  status: 'succeeded' | 'failed';
  output: string | null;
  error: string | null;
  fingerprint: string | null;
  /** Steps may be left that did not end. */
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

export type JournalEntry = StepEntry | WaitEntry | MoveEntry | EndEntry | LogEntryRow;
