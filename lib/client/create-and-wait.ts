import { asOfRun, isEnded, limits, parseJson, stringifyJson, type TaskResponse } from '#contract';
import { delay } from './abort.ts';
import { checkInterval, generalOptions, refuseUnknownOptions } from './check-options.ts';
import type { Connection } from './connection.ts';
import type { OperationOptions } from './options.ts';
import { isRequestFailedError, RequestFailedError } from './request-failed-error.ts';
import { throughOutage } from './through-outage.ts';
import { withinTime } from './within-time.ts';

export type WaitOptions = OperationOptions & {
  /** Polls at this interval, from 1. Without it, the service answers when the task ends. */
  pollingIntervalInMs?: number | undefined;
};

/** Pauses after answers that came too early: something on the way does not wait. */
const shortestPauseInMs = 50;
const longestPauseInMs = 1_000;

/** Identifies the run to wait for. `completionToken` allows the creator to wait. */
type Handle = { id: string; runCount: number; completionToken: string | undefined };

/** A task's first run, as of the last update. Later runs of the task do not change it. */
export class WaitedRun {
  /** The task as of that run, as of the last update. */
  task: TaskResponse;
  /** Allows the caller that created the task to wait for it, independent of its scopes. */
  readonly completionToken: string | undefined;

  constructor(task: TaskResponse, completionToken: string | undefined) {
    this.task = task;
    this.completionToken = completionToken;
  }

  /** The task's id. */
  get id(): string {
    return this.task.id;
  }

  /** Whether the run had ended at the last update. */
  get hasCompleted(): boolean {
    return isEnded(this.task.status);
  }

  /** Whether `value` can be read, because the run has succeeded. */
  get hasValue(): boolean {
    return this.task.status === 'succeeded';
  }

  /** The task after its run. Throws `RequestFailedError` `TaskNotSucceeded` unless the run succeeded. */
  get value(): TaskResponse {
    if (this.hasValue) return this.task;
    const { id, status, error } = this.task;
    const reason = error === undefined ? '' : `: ${error.name}: ${error.message}`;
    throw new RequestFailedError(
      this.hasCompleted ? `task ${id} has ${ending[status]}${reason}` : `task ${id} has not ended: it is ${status}`,
      { operation: 'GetTask', code: 'TaskNotSucceeded', task: this.task },
    );
  }

  protected get handle(): Handle {
    return { id: this.id, runCount: this.task.runCount, completionToken: this.completionToken };
  }

  /** Returns text with which another process can continue: `TaskClient.rehydrateCreateTaskAndWaitAsync`. */
  toString(): string {
    return stringifyJson({ operation: 'CreateTaskAndWait', ...this.handle });
  }
}

/** Waits for a task's first run. Later runs of the task (reruns, a schedule's) do not change it. */
export class CreateTaskAndWaitOperation extends WaitedRun {
  readonly #connection: Connection;

  constructor(connection: Connection, task: TaskResponse, completionToken: string | undefined) {
    super(task, completionToken);
    this.#connection = connection;
  }

  /** Reads the task once and returns it. */
  updateStatus(options: OperationOptions = {}): Promise<TaskResponse> {
    return this.#look(options, 0);
  }

  /**
   * Waits until the run has ended, with any status, and returns the task. While the service cannot be reached, it goes on for
   * up to a minute.
   */
  waitForCompletion(options: WaitOptions = {}): Promise<TaskResponse> {
    refuseUnknownOptions(options, [...generalOptions, 'pollingIntervalInMs']);
    return withinTime('WaitForTask', options, (bounded) => this.#wait(bounded));
  }

  async #wait({ pollingIntervalInMs, abortSignal }: WaitOptions): Promise<TaskResponse> {
    checkInterval('pollingIntervalInMs', pollingIntervalInMs);
    let pauseInMs = shortestPauseInMs;
    const look = (waitInMs: number) =>
      throughOutage(this.#connection, abortSignal, () => this.#look({ abortSignal }, waitInMs));
    while (!this.hasCompleted) {
      if (pollingIntervalInMs !== undefined) {
        await delay(pollingIntervalInMs, abortSignal);
        await look(0);
        continue;
      }
      const askedAt = performance.now();
      await look(limits.longPollMs / 2);
      const hasWaited = performance.now() - askedAt > limits.longPollMs / 6;
      if (!this.hasCompleted && !hasWaited) await delay(pauseInMs, abortSignal);
      pauseInMs = hasWaited ? shortestPauseInMs : Math.min(pauseInMs * 2, longestPauseInMs);
    }
    return this.task;
  }

  /** Restores an operation from its `toString()` and updates it. Throws `TypeError` for other text. */
  static async rehydrateAsync(
    connection: Connection,
    text: string,
    options: OperationOptions = {},
  ): Promise<CreateTaskAndWaitOperation> {
    const handle = readHandle(text);
    const task = await readRun(connection, handle, options, 0);
    return new CreateTaskAndWaitOperation(connection, task, handle.completionToken);
  }

  async #look(options: OperationOptions, waitInMs: number): Promise<TaskResponse> {
    if (this.hasCompleted) return this.task;
    this.task = await readRun(this.#connection, this.handle, options, waitInMs);
    return this.task;
  }
}

const ending: Record<string, string> = { failed: 'failed', cancelled: 'been cancelled', timedOut: 'timed out' };

/**
 * Reads the task as of one run. For its creator the service returns the result directly. For other callers the task is
 * read while that run is current, and the history afterwards.
 */
async function readRun(
  connection: Connection,
  { id, runCount, completionToken }: Handle,
  options: OperationOptions,
  waitInMs: number,
): Promise<TaskResponse> {
  const wait = waitInMs === 0 ? {} : { waitInMs };
  if (completionToken !== undefined)
    try {
      return await connection.send('WaitForTask', { params: { id }, query: { ...wait, completionToken } }, options);
    } catch (error) {
      if (!isRequestFailedError(error) || error.code !== 'InsufficientScope') throw error; // a handle of another caller
    }
  const task = await connection.send('GetTask', { params: { id }, query: wait }, options);
  if (task.runCount === runCount) return task;
  return asOfRun(task, await connection.send('GetTaskHistory', { params: { id, runCount } }, options));
}

function readHandle(text: string): Handle {
  let handle: unknown;
  try {
    handle = parseJson(text);
  } catch (cause) {
    throw new TypeError('the text does not come from toString() of a create-and-wait operation', { cause });
  }
  if (typeof handle !== 'object' || handle === null || !('id' in handle) || !('runCount' in handle))
    throw new TypeError('the text does not come from toString() of a create-and-wait operation');
  const { id, runCount } = handle;
  const completionToken = 'completionToken' in handle ? handle.completionToken : undefined;
  const isTokenText = completionToken === undefined || typeof completionToken === 'string';
  if (typeof id !== 'string' || typeof runCount !== 'number' || !isTokenText)
    throw new TypeError('the text does not come from toString() of a create-and-wait operation');
  return { id, runCount, completionToken };
}
