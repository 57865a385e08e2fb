import type { z } from 'zod';
import type { JsonValue, LogLevel, RetryPolicy, TaskConfig } from '#contract';
import type { ChildSecret } from '../run/child-secrets.ts';
import type { TaskState } from './task-state.ts';

/**
 * The argument of a step function. `idempotencyKey` is the same for all executions of the step:
 * `taskId/runCount/sequence`.
 */
export type StepCall = {
  readonly idempotencyKey: string;
  /** Aborts when the run is cancelled, paused, timed out or lost, and at the step's time limit. */
  readonly signal: AbortSignal;
  /** From 1. */
  readonly attempt: number;
};

export type StepOptions = {
  /** Additional attempts of this step. Default: none. */
  retry?: Partial<RetryPolicy> & { maximumAttempts: number };
  /** Time limit of one attempt in milliseconds. */
  timeoutInMs?: number;
};

/** Writes to the run's log. Fields are JSON; other values are omitted. */
export type RunLog = Record<LogLevel, (message: string, fields?: Record<string, unknown>) => void>;

/**
 * The durable calls of a handler. They are recorded in the order in which they are made, so a replayed handler must
 * make the same calls in the same order. Several may be in progress at once.
 */
export interface TaskCalls {
  readonly taskId: string;
  /** Counts the runs of the task, from 1. */
  readonly runCount: number;
  /** The attempt of the run, from 1. A retry is another attempt of the same run. */
  readonly attempt: number;
  /** Aborts when the run is cancelled, paused, timed out or lost. Its reason is a `RunInterruptedError`. */
  readonly signal: AbortSignal;
  /** Writes to the run's log: `ctx.log.info('charged', { amount })`. A replay does not repeat lines. */
  readonly log: RunLog;
  /** Reads and writes state. Each call is a step, committed together with what it writes. */
  readonly state: TaskState;
  /**
   * Calls `run` once and records its result as JSON. On replay, returns the recorded result and does not call `run`.
   * Rejects with a `StepFailedError` when its attempts are used up. The result is what JSON makes of it, also the first
   * time: a `Date` becomes a text, and an object of a class loses its methods. `name` has 1 to 256 characters and may repeat.
   */
  step<T>(name: string, run: (call: StepCall) => T | Promise<T>, options?: StepOptions): Promise<T>;
  /** Waits for a number of milliseconds without using a slot. The time goes on during crashes and deployments. */
  sleep(name: string, durationInMs: number): Promise<void>;
  /**
   * Runs `work` while this run holds the lock, and waits for the lock without using a slot. The run keeps the lock
   * during crashes and waits, and releases it when `work` or the run ends. Durable calls inside `work` go through the
   * context as usual. Throws a `NonRetryableError` when it is called inside the `work` of the same lock.
   */
  lock<T>(name: string, work: (lock: HeldLock) => T | Promise<T>): Promise<T>;
  /**
   * Creates a child task exactly once and resolves with its id. Its input may refer to the secrets that the input of this
   * task refers to, to those of `childSecret`, and to no others.
   */
  createTask(config: TaskConfig): Promise<string>;
  /**
   * Returns a reference to a secret of the type's `childSecrets`, to be put into the input of a child as it is: a copy of it
   * is refused, because data from others could look the same. The secret must be for the child's type and queue.
   */
  childSecret(name: string): ChildSecret;
  /** Waits for another task and returns its output. Rejects with a `TaskEndedError` when it does not succeed. */
  waitForTask<T = JsonValue>(taskId: string): Promise<T>;
}

/** The context of a handler that declares no events, and of functions that serve handlers with any events. */
export interface UntypedTaskContext extends TaskCalls {
  /**
   * Returns the data of the next event of this name, in the order in which they were raised. Events raised before the
   * call count. With `timeoutInMs`, returns `undefined` when no event arrives in time.
   */
  waitForEvent(name: string, options?: EventWaitOptions): Promise<unknown>;
}

/** The context of a handler that declares the data of its events. */
export interface DeclaredTaskContext<Events extends EventSchemas> extends TaskCalls {
  /**
   * Returns the data of the next event of this name, in the order in which they were raised. Events raised before the
   * call count. With `timeoutInMs`, returns `undefined` when no event arrives in time.
   */
  waitForEvent<Name extends string>(
    name: Name,
    options?: EventWaitOptions & { timeoutInMs?: never },
  ): Promise<EventData<Events, Name>>;
  waitForEvent<Name extends string>(
    name: Name,
    options: EventWaitOptions,
  ): Promise<EventData<Events, Name> | undefined>;
}

/**
 * The context of a handler. A function that takes a `TaskContext` can be called from each handler, one that takes a
 * `TaskContext<{ approval: typeof approval }>` from those that declare this event.
 */
export type TaskContext<Events extends EventSchemas = EventSchemas> = EventSchemas extends Events
  ? UntypedTaskContext
  : DeclaredTaskContext<Events>;

export type EventWaitOptions = {
  /** The wait ends with `undefined` after this time. Default: it never ends without an event. */
  timeoutInMs?: number;
  /** The name of the step in the journal and in lists of steps. Default: the name of the event. */
  stepName?: string;
};

/**
 * A lock held by a run. The protected resource can reject a smaller fencing token than the greatest that it has seen.
 */
export type HeldLock = { readonly name: string; readonly fencingToken: number };

export type EventSchemas = { [name: string]: z.ZodType };
export type EventData<Events extends EventSchemas, Name extends string> = Name extends keyof Events
  ? z.output<Events[Name]>
  : JsonValue;

/** A task type: its input, its events and its handler. */
export type TaskDefinition<Input = unknown, Events extends EventSchemas = EventSchemas> = {
  /** The name under which tasks ask for it: 1 to 128 printable ASCII characters without spaces, not ending in `*`. */
  type: string;
  /** A label of the code, shown with types, workers and errors. It keeps no run on its code. Default "1". */
  version?: string;
  /** One sentence for the dashboard. */
  description?: string;
  /** A zod schema. The service refuses the creation of a task with another input. Default: any JSON. */
  input?: z.ZodType<Input>;
  /** The input with which the dashboard's form for a new task starts. */
  exampleInput?: unknown;
  /** Zod schemas of the data of events, by name, which `waitForEvent` returns. An event without a schema has any JSON. */
  events?: Events;
  /** Attempts of a run, for tasks without a retry policy. Default 1: a failed run is not repeated. */
  retry?: Partial<RetryPolicy> & { maximumAttempts: number };
  /** Maximum duration of a run including waits, for tasks without one. */
  timeoutInMs?: number;
  /** JSON Pointers at or below /input, /output, /steps/{name} or /events/{name}, or /error. Each hides the errors too. */
  sensitive?: string[];
  /** Names of the secrets that the handler may give to children with `childSecret`. Default: none. */
  childSecrets?: readonly string[];
  /** Passes events that a run did not consume on to the next run. */
  passesEventsOn?: boolean;
  /**
   * Groups failures: those for which it returns the same text have one cause. For `undefined`, and without it, the cause
   * is found by the error's name, code and stack, or by its message.
   */
  fingerprint?: (error: unknown) => string | undefined;
  /** The handler. What it returns or resolves with is the output of the task, as JSON. */
  run(context: TaskContext<Events>, input: Input): unknown;
};

/** A definition whose types of input and events are hidden. */
export type AnyTaskDefinition = Omit<TaskDefinition, 'run' | 'input'> & {
  input?: z.ZodType;
  run(context: TaskContext, input: unknown): unknown;
};
