import {
  type ComparableRun,
  type ErrorFrames,
  type ForkInput,
  headers,
  type JsonValue,
  type RerunInput,
  type TaskComparison,
  type TaskConfig,
  type TaskDurations,
  type TaskHistoryResponse,
  type TaskResponse,
  type TaskUpdateInput,
  type ValueData,
  type WakeInput,
} from '#contract';
import { CreateTaskAndWaitOperation } from './create-and-wait.ts';
import { FleetOperations } from './fleet-operations.ts';
import { LocksClient } from './locks/locks-client.ts';
import { LogsClient } from './logs-client.ts';
import type { ItemOf, PageExtraOf, ParamsOf } from './operation-types.ts';
import type { ConditionalOptions, OperationOptions, PostOptions, QueryOptions } from './options.ts';
import type { Pageable } from './pageable.ts';
import { deserialize, type TypedOptions } from './serializer.ts';
import { StateClient } from './state/state-client.ts';
import { StepsClient } from './steps-client.ts';
import { withinTime } from './within-time.ts';

/** A run's number, from 1. Above 2^53 it needs a `bigint`. */
export type RunCount = ParamsOf<'GetTaskHistory'>['runCount'];

/**
 * Filters, order and page of the task list. `includeInput` and `includeOutput` ask for the input and output of each task,
 * `values` for the values at some paths into them, such as `/input/customer/id`.
 */
export type TaskListOptions = QueryOptions<'ListTasks'>;
/** Filters, order and page of a task's history. `includeInput` and `includeOutput` ask for the values of each run. */
export type TaskListHistoryOptions = QueryOptions<'ListTaskHistory'>;
export type EventListOptions = QueryOptions<'ListEvents'>;
export type EventWaitListOptions = QueryOptions<'ListEventWaits'>;
/** `reason` is kept in the audit trail. */
export type ReasonOptions = PostOptions & { reason?: string | undefined };
/** `runCount` is the run that was seen: nothing happens when another one is current. */
export type RunActionOptions = ReasonOptions & { runCount?: number | undefined };
/** The run that a new input is for, and whether it replaces the input instead of merging into it. */
export type TaskUpdateOptions = ConditionalOptions & QueryOptions<'UpdateTask'>;

/** The asynchronous operations of `TaskClient`. */
export class TaskOperations extends FleetOperations {
  /** Creates a task. Needs `tasks/create`. `sensitive/read` and `secrets/read` add values to the answer. */
  createTaskAsync(input: TaskConfig, options: PostOptions = {}): Promise<TaskResponse> {
    return this.connection.send('CreateTask', { body: input }, options);
  }

  /**
   * Creates a task, waits for its end, and returns it with any status. Needs only `tasks/create`, like the other
   * waiting methods.
   */
  async createTaskAndWaitForResultAsync(input: TaskConfig, options: PostOptions = {}): Promise<TaskResponse> {
    return withinTime('CreateTask', options, async (bounded) => {
      const operation = await this.createTaskAndWaitAsync(input, bounded);
      return operation.waitForCompletion({ abortSignal: bounded.abortSignal });
    });
  }

  /**
   * Creates a task, waits for its end, and returns its output as a `T`. Without a schema, the type is not checked.
   * Throws `RequestFailedError` `TaskNotSucceeded` when it does not succeed.
   */
  async createTaskAndWaitForResultAsAsync<T>(
    input: TaskConfig,
    { serializer, ...options }: PostOptions & TypedOptions<T> = {},
  ): Promise<T> {
    return withinTime('CreateTask', options, async (bounded) => {
      const operation = await this.createTaskAndWaitAsync(input, bounded);
      await operation.waitForCompletion({ abortSignal: bounded.abortSignal });
      return deserialize(operation.value.output, serializer, 'GetTask');
    });
  }

  /** Creates a task and returns a handle to wait for its completion. */
  async createTaskAndWaitAsync(input: TaskConfig, options: PostOptions = {}): Promise<CreateTaskAndWaitOperation> {
    const { output, headers: answered } = await this.connection.exchange('CreateTask', { body: input }, options);
    return new CreateTaskAndWaitOperation(this.connection, output, answered.get(headers.completion));
  }

  /** Restores a handle from its `toString()`, also in another process, and updates it. */
  rehydrateCreateTaskAndWaitAsync(text: string, options: OperationOptions = {}): Promise<CreateTaskAndWaitOperation> {
    return CreateTaskAndWaitOperation.rehydrateAsync(this.connection, text, options);
  }

  /** Lists tasks. A page whose filter matches few tasks can be short or empty and then, in an order of time, has `searchedTo`. */
  listTasksAsync(options: TaskListOptions = {}): Pageable<TaskResponse, PageExtraOf<'ListTasks'>> {
    return this.connection.list('ListTasks', {}, options);
  }

  /** Compares the tasks that match a filter with succeeded tasks of the same types, or with the rest, field by field. */
  compareTasksAsync({
    abortSignal,
    timeoutInMs,
    ...query
  }: QueryOptions<'CompareTasks'> = {}): Promise<TaskComparison> {
    return this.connection.send('CompareTasks', { query }, { abortSignal, timeoutInMs });
  }

  /** Counts ended tasks by the time they ended and by how long they took, for a heat map. */
  getTaskDurationsAsync({
    abortSignal,
    timeoutInMs,
    ...query
  }: QueryOptions<'GetTaskDurations'> = {}): Promise<TaskDurations> {
    return this.connection.send('GetTaskDurations', { query }, { abortSignal, timeoutInMs });
  }

  /** Returns a task. With `waitInMs` (at most 60 000), waits up to that time for its end. */
  getTaskAsync(id: string, options: OperationOptions & { waitInMs?: number | undefined } = {}): Promise<TaskResponse> {
    return this.connection.send('GetTask', { params: { id }, query: { waitInMs: options.waitInMs } }, options);
  }

  /**
   * Updates a task by merge patch: sets the given members, removes those with `null`, keeps omitted ones. `input` is for
   * the next run, or with `inputFor: 'currentRun'` for a current run that has not started.
   */
  updateTaskAsync(id: string, input: TaskUpdateInput, options: TaskUpdateOptions = {}): Promise<TaskResponse> {
    const { ifMatch, inputFor, replaceInput } = options;
    const query = { inputFor, replaceInput };
    return this.connection.send('UpdateTask', { params: { id }, query, body: input, ifMatch }, options);
  }

  /** Deletes a task and its history. Succeeds when there is none. `force` first cancels a task that has not ended. */
  deleteTaskAsync(id: string, options: ConditionalOptions & { force?: boolean | undefined } = {}): Promise<void> {
    const { force, ifMatch } = options;
    return this.connection.send('DeleteTask', { params: { id }, query: { force }, ifMatch }, options);
  }

  /** Cancels the current run. With `runCount`, only while that run is the current one. */
  cancelTaskAsync(id: string, { reason, runCount, ...options }: RunActionOptions = {}): Promise<TaskResponse> {
    return this.connection.send('CancelTask', { params: { id }, body: { ...defined({ reason, runCount }) } }, options);
  }

  /** Pauses the current run until it is resumed. With `runCount`, only while that run is the current one. */
  pauseTaskAsync(id: string, { reason, runCount, ...options }: RunActionOptions = {}): Promise<TaskResponse> {
    return this.connection.send('PauseTask', { params: { id }, body: { ...defined({ reason, runCount }) } }, options);
  }

  /** Resumes a paused run. With `runCount`, only while that run is the current one. */
  resumeTaskAsync(id: string, { reason, runCount, ...options }: RunActionOptions = {}): Promise<TaskResponse> {
    return this.connection.send('ResumeTask', { params: { id }, body: { ...defined({ reason, runCount }) } }, options);
  }

  /** Ends a sleep, a back-off or the wait for a start time at once. With `until`, only that of the wait that was seen. */
  wakeTaskAsync(id: string, { reason, until, ...options }: WakeInput & PostOptions = {}): Promise<TaskResponse> {
    return this.connection.send('WakeTask', { params: { id }, body: { ...defined({ reason, until }) } }, options);
  }

  /** Starts another run of an ended task, with the task's input or the given `input`. */
  rerunTaskAsync(id: string, { input, ...options }: RerunInput & PostOptions = {}): Promise<TaskResponse> {
    return this.connection.send('RerunTask', { params: { id }, body: { ...defined({ input }) } }, options);
  }

  /** Starts a new run that keeps the completed steps before `fromSequence`. */
  forkRunAsync(
    id: string,
    runCount: RunCount,
    { fromSequence, input, ...options }: ForkInput & PostOptions,
  ): Promise<TaskResponse> {
    const body = { fromSequence, ...defined({ input }) };
    return this.connection.send('ForkRun', { params: { id, runCount }, body }, options);
  }

  /** Raises an event on a task. A repeated `idempotencyKey` raises it once. */
  raiseTaskEventAsync(
    id: string,
    eventName: string,
    eventData: ValueData<JsonValue | object>,
    options: PostOptions = {},
  ): Promise<void> {
    return this.connection.send('RaiseTaskEvent', { params: { id, name: eventName }, body: eventData }, options);
  }

  /** Lists the external events of a task. */
  listTaskExternalEventsAsync(
    taskId: string,
    options: QueryOptions<'ListTaskExternalEvents'> = {},
  ): Pageable<ItemOf<'ListTaskExternalEvents'>> {
    return this.connection.list('ListTaskExternalEvents', { id: taskId }, options);
  }

  /** Lists the external events of all tasks, newest first. */
  listEventsAsync(options: EventListOptions = {}): Pageable<ItemOf<'ListEvents'>> {
    return this.connection.list('ListEvents', {}, options);
  }

  /** Lists the runs that currently wait for an event. */
  listEventWaitsAsync(options: EventWaitListOptions = {}): Pageable<ItemOf<'ListEventWaits'>> {
    return this.connection.list('ListEventWaits', {}, options);
  }

  /** Lists the previous runs of a task and the current one. */
  listTaskHistoryAsync(id: string, options: TaskListHistoryOptions = {}): Pageable<TaskHistoryResponse> {
    return this.connection.list('ListTaskHistory', { id }, options);
  }

  /** Returns one run, previous or current. */
  getTaskHistoryAsync(id: string, runCount: RunCount, options: OperationOptions = {}): Promise<TaskHistoryResponse> {
    return this.connection.send('GetTaskHistory', { params: { id, runCount } }, options);
  }

  /** Returns the succeeded run to compare a run with: of the same task, otherwise of its type. */
  findComparableRunAsync(id: string, runCount: RunCount, options: OperationOptions = {}): Promise<ComparableRun> {
    return this.connection.send('FindComparableRun', { params: { id, runCount } }, options);
  }

  /**
   * Returns the stack of a run's error. Frames of modules whose source map the worker sent have their place in the original
   * source, and own ones the lines around it, for callers with `sources/read`.
   */
  getErrorFramesAsync(id: string, runCount: RunCount, options: OperationOptions = {}): Promise<ErrorFrames> {
    return this.connection.send('GetErrorFrames', { params: { id, runCount } }, options);
  }

  /** Returns a client for the logs of runs, with this client's connection. */
  getLogsClient(): LogsClient {
    return new LogsClient(this.connection);
  }

  /** Returns a client for locks, with this client's connection and isolation. */
  getLocksClient(): LocksClient {
    return new LocksClient(this.connection);
  }

  /** Returns a client for state stores, their entries and blobs, with this client's connection and isolation. */
  getStateClient(): StateClient {
    return new StateClient(this.connection);
  }

  /** Returns a client for the steps of runs, with this client's connection. */
  getStepsClient(): StepsClient {
    return new StepsClient(this.connection);
  }
}

/** Returns the members that are not `undefined`. */
function defined<Value>(member: Record<string, Value | undefined>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(member).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
