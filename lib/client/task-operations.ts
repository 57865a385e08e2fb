import {
  type ForkInput,
  headers,
  type JsonValue,
  type RerunInput,
  type TaskConfig,
  type TaskHistoryResponse,
  type TaskResponse,
  type TaskUpdateInput,
  type ValueData,
} from '#contract';
import { CreateTaskAndWaitOperation } from './create-and-wait.ts';
import { FleetOperations } from './fleet-operations.ts';
import { LocksClient } from './locks/locks-client.ts';
import { LogsClient } from './logs-client.ts';
import type { ItemOf, ParamsOf } from './operation-types.ts';
import type { ConditionalOptions, OperationOptions, PostOptions, QueryOptions } from './options.ts';
import type { Pageable } from './pageable.ts';
import { deserialize, type TypedOptions } from './serializer.ts';
import { StateClient } from './state/state-client.ts';
import { StepsClient } from './steps-client.ts';

/** A run's number, from 1; above 2^53 only a `bigint` holds it. */
export type RunCount = ParamsOf<'GetTaskHistory'>['runCount'];

/** Filters, order and page of the task list. */
export type TaskListOptions = QueryOptions<'ListTasks'>;
/** Filters, order and page of a task's history. */
export type TaskListHistoryOptions = QueryOptions<'ListTaskHistory'>;
export type EventListOptions = QueryOptions<'ListEvents'>;
export type EventWaitListOptions = QueryOptions<'ListEventWaits'>;
/** `reason` is kept in the audit trail. */
export type ReasonOptions = PostOptions & { reason?: string | undefined };

/** The operations on tasks, with all others of `TaskClient`, in their asynchronous form. */
export class TaskOperations extends FleetOperations {
  /** Creates a task. Needs `tasks/create`; `sensitive/read` and `secrets/read` widen the answer. */
  createTaskAsync(input: TaskConfig, options: PostOptions = {}): Promise<TaskResponse> {
    return this.connection.send('CreateTask', { body: input }, options);
  }

  /** Creates a task and answers it when it has ended, however it ended. Needs `tasks/create`, as all that wait so. */
  async createTaskAndWaitForResultAsync(input: TaskConfig, options: PostOptions = {}): Promise<TaskResponse> {
    const operation = await this.createTaskAndWaitAsync(input, options);
    return operation.waitForCompletion(options);
  }

  /**
   * Creates a task and answers its output as a `T`: checked where a schema is given, else by the caller's word. Throws
   * `RequestFailedError` `TaskNotSucceeded` when it ends otherwise.
   */
  async createTaskAndWaitForResultAsAsync<T>(
    input: TaskConfig,
    { serializer, ...options }: PostOptions & TypedOptions<T> = {},
  ): Promise<T> {
    const operation = await this.createTaskAndWaitAsync(input, options);
    await operation.waitForCompletion(options);
    return deserialize(operation.value.output, serializer, 'GetTask');
  }

  /** Creates a task and answers a handle to wait for its completion. */
  async createTaskAndWaitAsync(input: TaskConfig, options: PostOptions = {}): Promise<CreateTaskAndWaitOperation> {
    const { output, headers: answered } = await this.connection.exchange('CreateTask', { body: input }, options);
    return new CreateTaskAndWaitOperation(this.connection, output, answered.get(headers.completion));
  }

  /** The handle that `toString()` was called on, perhaps in another process, brought up to date. */
  rehydrateCreateTaskAndWaitAsync(text: string, options: OperationOptions = {}): Promise<CreateTaskAndWaitOperation> {
    return CreateTaskAndWaitOperation.rehydrateAsync(this.connection, text, options);
  }

  /** Lists tasks. */
  listTasksAsync(options: TaskListOptions = {}): Pageable<TaskResponse> {
    return this.connection.list('ListTasks', {}, options);
  }

  /** Reads a task; with `waitInMs` (at most 60 000), answers when it has ended or that time is over. */
  getTaskAsync(id: string, options: OperationOptions & { waitInMs?: number | undefined } = {}): Promise<TaskResponse> {
    return this.connection.send('GetTask', { params: { id }, query: { waitInMs: options.waitInMs } }, options);
  }

  /** Changes a task by merge patch: a member given is set, `null` removes it, one left out stays. */
  updateTaskAsync(id: string, input: TaskUpdateInput, options: ConditionalOptions = {}): Promise<TaskResponse> {
    const { ifMatch } = options;
    return this.connection.send('UpdateTask', { params: { id }, body: input, ifMatch }, options);
  }

  /** Deletes a task and its history; also when there is none. `force` cancels it first when it has not ended. */
  deleteTaskAsync(id: string, options: ConditionalOptions & { force?: boolean | undefined } = {}): Promise<void> {
    const { force, ifMatch } = options;
    return this.connection.send('DeleteTask', { params: { id }, query: { force }, ifMatch }, options);
  }

  /** Ends the current run as cancelled. */
  cancelTaskAsync(id: string, { reason, ...options }: ReasonOptions = {}): Promise<TaskResponse> {
    return this.connection.send('CancelTask', { params: { id }, body: { ...defined({ reason }) } }, options);
  }

  /** Holds the current run until it is resumed. */
  pauseTaskAsync(id: string, { reason, ...options }: ReasonOptions = {}): Promise<TaskResponse> {
    return this.connection.send('PauseTask', { params: { id }, body: { ...defined({ reason }) } }, options);
  }

  /** Lets a paused run go on. */
  resumeTaskAsync(id: string, { reason, ...options }: ReasonOptions = {}): Promise<TaskResponse> {
    return this.connection.send('ResumeTask', { params: { id }, body: { ...defined({ reason }) } }, options);
  }

  /** Starts another run of an ended task; with `input`, on that instead of the task's. */
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
    eventData: ValueData<JsonValue>,
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

  /** Lists the external events of every task, newest first. */
  listEventsAsync(options: EventListOptions = {}): Pageable<ItemOf<'ListEvents'>> {
    return this.connection.list('ListEvents', {}, options);
  }

  /** Lists the runs that wait for an event now. */
  listEventWaitsAsync(options: EventWaitListOptions = {}): Pageable<ItemOf<'ListEventWaits'>> {
    return this.connection.list('ListEventWaits', {}, options);
  }

  /** Lists all previous runs of a task and the current one. */
  listTaskHistoryAsync(id: string, options: TaskListHistoryOptions = {}): Pageable<TaskHistoryResponse> {
    return this.connection.list('ListTaskHistory', { id }, options);
  }

  /** Reads one run, previous or current. */
  getTaskHistoryAsync(id: string, runCount: RunCount, options: OperationOptions = {}): Promise<TaskHistoryResponse> {
    return this.connection.send('GetTaskHistory', { params: { id, runCount } }, options);
  }

  /** A client for the logs of runs, on this client's connection. */
  getLogsClient(): LogsClient {
    return new LogsClient(this.connection);
  }

  /** A client for locks, on this client's connection and in its isolation mode. */
  getLocksClient(): LocksClient {
    return new LocksClient(this.connection);
  }

  /** A client for state stores, their entries and blobs, on this client's connection and in its isolation mode. */
  getStateClient(): StateClient {
    return new StateClient(this.connection);
  }

  /** A client for the steps of runs, on this client's connection. */
  getStepsClient(): StepsClient {
    return new StepsClient(this.connection);
  }
}

/** The members that are given. */
function defined<Value>(member: Record<string, Value | undefined>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(member).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
