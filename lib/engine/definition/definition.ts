import type { z } from 'zod';
import type { JsonValue, LogLevel, RetryPolicy, TaskConfig } from '#contract';
import type { TaskState } from './task-state.ts';

/** What a step function is given. `idempotencyKey` is the same however often the step runs: `taskId/runCount/sequence`. */
export type StepCall = {
  readonly idempotencyKey: string;
  /** Aborts when the run is cancelled, paused, timed out or lost, and when the step's own time is over. */
  readonly signal: AbortSignal;
  /** From 1. */
  readonly attempt: number;
};

export type StepOptions = {
  /** Further attempts of this step alone; none by default. */
  retry?: Partial<RetryPolicy> & { maximumAttempts: number };
  /** How long one attempt may take. */
  timeoutInMs?: number;
};

/** Writes to the run's log. Fields are JSON; what is not, is left out. */
export type RunLog = Record<LogLevel, (message: string, fields?: Record<string, unknown>) => void>;

/**
 * How a handler does what must be remembered. Calls are recorded in the order they are made, so a handler must make the
 * same calls in the same order when it is run again; several may be under way at once.
 */
export type TaskContext<Events extends EventSchemas = EventSchemas> = {
  readonly taskId: string;
  readonly runCount: number;
  /** Of the run, from 1; a retry is another attempt of the same run. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  readonly log: RunLog;
  /** Reads and writes state, each call a step that is committed together with what it writes. */
  readonly state: TaskState;
  /**
   * Runs `run` once and remembers its result; when the run is replayed the result is returned and `run` is not called.
   * The result is what JSON makes of it. Rejects with a `StepFailedError` when its attempts are used up.
   */
  step<T>(name: string, run: (call: StepCall) => T | Promise<T>, options?: StepOptions): Promise<T>;
  /** Waits without holding anything; days are fine. */
  sleep(name: string, durationInMs: number): Promise<void>;
  /**
   * The data of the next event of this name, in the order raised; one raised before the call counts. With
   * `timeoutInMs` it is `undefined` when none came in time.
   */
  waitForEvent<Name extends string>(name: Name): Promise<EventData<Events, Name>>;
  waitForEvent<Name extends string>(
    name: Name,
    options: { timeoutInMs?: number },
  ): Promise<EventData<Events, Name> | undefined>;
  /**
   * Does `work` while this run alone holds the lock, waiting in line for it without holding anything. The lock outlives
   * crashes and waits of the run; it is freed when `work` is over or the run ends. Inside, what must be remembered goes
   * through the context as everywhere.
   */
  lock<T>(name: string, work: (lock: HeldLock) => T | Promise<T>): Promise<T>;
  /** Creates a child task, exactly once, and resolves with its id. */
  createTask(config: TaskConfig): Promise<string>;
  /** The output of another task when it has succeeded. Rejects with a `TaskEndedError` when it ended otherwise. */
  waitForTask<T = JsonValue>(taskId: string): Promise<T>;
};

/** A lock that a run holds. What it guards can refuse a smaller fencing token than the greatest it has seen. */
export type HeldLock = { readonly name: string; readonly fencingToken: number };

export type EventSchemas = { [name: string]: z.ZodType };
export type EventData<Events extends EventSchemas, Name extends string> = Name extends keyof Events
  ? z.output<Events[Name]>
  : JsonValue;

/** A task type: what it takes, what it waits for, and what it does. */
export type TaskDefinition<Input = unknown, Events extends EventSchemas = EventSchemas> = {
  type: string;
  /** Told beside the type; change it when the handler's calls change. "1" when left out. */
  version?: string;
  description?: string;
  input?: z.ZodType<Input>;
  exampleInput?: unknown;
  events?: Events;
  /** Attempts of a whole run, for tasks that do not say. One when left out: a failed run is not repeated unasked. */
  retry?: Partial<RetryPolicy> & { maximumAttempts: number };
  /** From the start of a run to its end, waits included, for tasks that do not say. */
  timeoutInMs?: number;
  /** JSON Pointers below /input, /output, /steps/{name} or /events/{name}. */
  sensitive?: string[];
  /** Events that a run did not consume are there for the next run. */
  passesEventsOn?: boolean;
  run(context: TaskContext<Events>, input: Input): unknown;
};

/** A definition whose input and events are only known to itself. */
export type AnyTaskDefinition = Omit<TaskDefinition, 'run' | 'input'> & {
  input?: z.ZodType;
  run(context: TaskContext, input: unknown): unknown;
};
