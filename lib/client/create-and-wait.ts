import { isEnded, limits, parseJson, stringifyJson, type TaskResponse } from '#contract';
import { delay } from './abort.ts';
import { checkInterval } from './check-options.ts';
import type { OperationOptions } from './options.ts';
import { RequestFailedError } from './request-failed-error.ts';
import type { TaskOperations } from './task-operations.ts';

export type WaitOptions = OperationOptions & {
  /** Looks this often, from 1; without it the service is asked to answer when the task ends. */
  pollingIntervalInMs?: number | undefined;
};

/** The run that creating a task started, as it was last looked at; later runs of the task are not its concern. */
export class WaitedRun {
  /** The task as of that run, as it was last looked at. */
  task: TaskResponse;

  constructor(task: TaskResponse) {
    this.task = task;
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

  /** Text from which another process can go on waiting: `TaskClient.rehydrateCreateTaskAndWaitAsync`. */
  toString(): string {
    return stringifyJson({ operation: 'CreateTaskAndWait', id: this.id, runCount: this.task.runCount });
  }
}

/** Waits for the run that creating a task started; later runs of the task (reruns, a schedule's) are not its concern. */
export class CreateTaskAndWaitOperation extends WaitedRun {
  readonly #client: TaskOperations;

  constructor(client: TaskOperations, task: TaskResponse) {
    super(task);
    this.#client = client;
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
    client: TaskOperations,
    text: string,
    options: OperationOptions = {},
  ): Promise<CreateTaskAndWaitOperation> {
    const { id, runCount } = readHandle(text);
    return new CreateTaskAndWaitOperation(client, await readRun(client, id, runCount, options, 0));
  }

  async #look(options: OperationOptions, waitInMs: number): Promise<TaskResponse> {
    if (this.hasCompleted) return this.task;
    this.task = await readRun(this.#client, this.id, this.task.runCount, options, waitInMs);
    return this.task;
  }
}

const ending: Record<string, string> = { failed: 'failed', cancelled: 'been cancelled', timedOut: 'timed out' };

/** The task as of one run: from the task while that run is the current one, from the history after that. */
async function readRun(
  client: TaskOperations,
  id: string,
  runCount: number,
  options: OperationOptions,
  waitInMs: number,
): Promise<TaskResponse> {
  const task = await client.getTaskAsync(id, { ...options, ...(waitInMs === 0 ? {} : { waitInMs }) });
  if (task.runCount === runCount) return task;
  const run = await client.getTaskHistoryAsync(id, runCount, options);
  const { waitingFor: _, nextRunOn: __, worker: ___, output: ____, error: _____, ...lasting } = task;
  const { isCurrent, trigger, triggeredBy, forkedFrom, taskId, stepCounts, ...ofRun } = run;
  return { ...lasting, ...ofRun };
}

function readHandle(text: string): { id: string; runCount: number } {
  let handle: unknown;
  try {
    handle = parseJson(text);
  } catch (cause) {
    throw new TypeError('the text is not of a create-and-wait operation', { cause });
  }
  if (typeof handle !== 'object' || handle === null || !('id' in handle) || !('runCount' in handle))
    throw new TypeError('the text is not of a create-and-wait operation');
  const { id, runCount } = handle;
  if (typeof id !== 'string' || typeof runCount !== 'number')
    throw new TypeError('the text is not of a create-and-wait operation');
  return { id, runCount };
}
