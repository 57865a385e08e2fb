import { asOfRun, isEnded, limits, parseJson, stringifyJson, type TaskResponse } from '#contract';
import { delay } from './abort.ts';
import { checkInterval } from './check-options.ts';
import type { Connection } from './connection.ts';
import type { OperationOptions } from './options.ts';
import { isRequestFailedError, RequestFailedError } from './request-failed-error.ts';

export type WaitOptions = OperationOptions & {
  /** Looks this often, from 1; without it the service is asked to answer when the task ends. */
  pollingIntervalInMs?: number | undefined;
};

/** Which run is waited for; `completionToken` is what its creator may wait with. */
type Handle = { id: string; runCount: number; completionToken: string | undefined };

/** The run that creating a task started, as it was last looked at; later runs of the task are not its concern. */
export class WaitedRun {
  /** The task as of that run, as it was last looked at. */
  task: TaskResponse;
  /** With which the caller that created the task may wait for it, whatever else it may do. */
  readonly completionToken: string | undefined;

  constructor(task: TaskResponse, completionToken: string | undefined) {
    this.task = task;
    this.completionToken = completionToken;
  }

  /** The task's id. */
  get id(): string {
    return this.task.id;
  }

  /** Whether the run had ended when it was last looked at. */
  get hasCompleted(): boolean {
    return isEnded(this.task.status);
  }

  /** Whether `value` can be read: the run has succeeded. */
  get hasValue(): boolean {
    return this.task.status === 'succeeded';
  }

  /** The task as its run left it. Throws `RequestFailedError` `TaskNotSucceeded` unless it succeeded. */
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

  /** Text from which another process can go on waiting: `TaskClient.rehydrateCreateTaskAndWaitAsync`. */
  toString(): string {
    return stringifyJson({ operation: 'CreateTaskAndWait', ...this.handle });
  }
}

/** Waits for the run that creating a task started; later runs of the task (reruns, a schedule's) are not its concern. */
export class CreateTaskAndWaitOperation extends WaitedRun {
  readonly #connection: Connection;

  constructor(connection: Connection, task: TaskResponse, completionToken: string | undefined) {
    super(task, completionToken);
    this.#connection = connection;
  }

  /** Looks once and answers the task as it is. */
  updateStatus(options: OperationOptions = {}): Promise<TaskResponse> {
    return this.#look(options, 0);
  }

  /** Answers the task when its run has ended, however it ended. */
  async waitForCompletion(options: WaitOptions = {}): Promise<TaskResponse> {
    const { pollingIntervalInMs, abortSignal } = options;
    checkInterval('pollingIntervalInMs', pollingIntervalInMs);
    while (!this.hasCompleted) {
      if (pollingIntervalInMs === undefined) await this.#look({ abortSignal }, limits.longPollMs / 2);
      else {
        await delay(pollingIntervalInMs, abortSignal);
        await this.#look({ abortSignal }, 0);
      }
    }
    return this.task;
  }

  /** The operation that `text` was made from, as it is now. Throws `TypeError` where the text is none of `toString()`. */
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
 * The task as of one run. The service tells it to who created the task, and can then show more; to anybody else as
 * from the task while that run is the current one, from the history after that.
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
      if (!isRequestFailedError(error) || error.code !== 'InsufficientScope') throw error; // the handle of somebody else
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
    throw new TypeError('the text is not of a create-and-wait operation', { cause });
  }
  if (typeof handle !== 'object' || handle === null || !('id' in handle) || !('runCount' in handle))
    throw new TypeError('the text is not of a create-and-wait operation');
  const { id, runCount } = handle;
  const completionToken = 'completionToken' in handle ? handle.completionToken : undefined;
  const isTokenText = completionToken === undefined || typeof completionToken === 'string';
  if (typeof id !== 'string' || typeof runCount !== 'number' || !isTokenText)
    throw new TypeError('the text is not of a create-and-wait operation');
  return { id, runCount, completionToken };
}
