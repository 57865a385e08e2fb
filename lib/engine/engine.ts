import type {
  EventListFilter,
  EventWait,
  EventWaitListFilter,
  ExternalEvent,
  ForkInput,
  JsonValue,
  Lock,
  LockListFilter,
  LogEntry,
  LogListFilter,
  LogWriteInput,
  Page,
  ParsedLockInput,
  ParsedTaskConfig,
  ParsedTaskUpdate,
  Queue,
  RerunInput,
  Statistics,
  Step,
  StepListFilter,
  TaskHistoryListFilter,
  TaskHistoryResponse,
  TaskListFilter,
  TaskResponse,
  TaskType,
  WatchChange,
  Worker,
} from '#contract';
import type { LockAddress, LockHolder } from './locks/locks.ts';
import type { LockRelease } from './locks/release-lock.ts';

/** Who asks for a change: what `createdBy`, `raisedBy`, `paused by` and `triggeredBy` say, e.g. an operator's e-mail. */
export type Actor = {
  name: string;
  /** Sees sensitive values, and so may change what is beside one that it keeps. `false` when left out. */
  readsSensitive?: boolean;
};

/** Makes a retried creation return its first answer: the caller's key, scoped to the caller, and a hash of the body. */
export type Idempotency = { identity: string; key: string; bodyHash: string };

type Paging = { maxPageSize: number; continuationToken?: string | undefined };

/**
 * What the service can ask of the engine. Records are whole: redaction is the service's. Every failure that a caller
 * can cause is a `TaskdeckError` of the contract's closed set. All times are the database's.
 */
export type Engine = {
  /** Acknowledged only when committed; concurrent calls share one batch. `isReplay`: the idempotency key had been used. */
  createTask(
    config: ParsedTaskConfig,
    actor: Actor,
    idempotency?: Idempotency,
  ): Promise<{ task: TaskResponse; isReplay: boolean }>;
  listTasks(filter: TaskListFilter): Promise<Page<TaskResponse>>;
  getTask(id: string): Promise<TaskResponse>;
  /** Resolves when the task has ended or `waitInMs` is over or the signal aborts, with the task as it is then. */
  waitForTask(id: string, waitInMs: number, signal?: AbortSignal): Promise<TaskResponse>;
  updateTask(id: string, update: ParsedTaskUpdate, actor: Actor, ifMatch?: string): Promise<TaskResponse>;
  /** Resolves with whether there was one. */
  deleteTask(
    id: string,
    options: { force?: boolean | undefined; ifMatch?: string | undefined },
    actor: Actor,
  ): Promise<boolean>;
  cancelTask(id: string, actor: Actor, reason?: string): Promise<TaskResponse>;
  pauseTask(id: string, actor: Actor, reason?: string): Promise<TaskResponse>;
  resumeTask(id: string, actor: Actor, reason?: string): Promise<TaskResponse>;
  rerunTask(id: string, input: RerunInput, actor: Actor): Promise<TaskResponse>;
  forkRun(id: string, runCount: bigint, input: ForkInput, actor: Actor): Promise<TaskResponse>;

  listHistory(id: string, filter: TaskHistoryListFilter): Promise<Page<TaskHistoryResponse>>;
  getHistory(id: string, runCount: bigint): Promise<TaskHistoryResponse>;
  listSteps(id: string, runCount: bigint, filter: StepListFilter): Promise<Page<Step>>;
  getStep(id: string, runCount: bigint, sequence: number): Promise<Step>;
  listLogs(id: string, runCount: bigint, filter: LogListFilter): Promise<Page<LogEntry>>;
  writeLogs(id: string, runCount: bigint, input: LogWriteInput): Promise<void>;

  raiseEvent(id: string, name: string, value: JsonValue, actor: Actor): Promise<ExternalEvent>;
  listTaskEvents(id: string, paging: Paging): Promise<Page<ExternalEvent>>;
  listEvents(filter: EventListFilter): Promise<Page<ExternalEvent>>;
  listEventWaits(filter: EventWaitListFilter): Promise<Page<EventWait>>;

  /** Acquires or renews a lock: 409 `LockHeld` or `LockLost`. See docs/concepts/lock.md. */
  acquireLock(address: LockAddress, input: ParsedLockInput, holder: LockHolder, signal?: AbortSignal): Promise<Lock>;
  /** 409 `LockLost` where it is held under another token by now. */
  releaseLock(address: LockAddress, release: LockRelease): Promise<void>;
  getLock(address: LockAddress): Promise<Lock>;
  listLocks(namespace: string, filter: LockListFilter): Promise<Page<Lock>>;

  listTaskTypes(paging: Paging): Promise<Page<TaskType>>;
  getTaskType(type: string): Promise<TaskType>;
  listWorkers(paging: Paging): Promise<Page<Worker>>;
  listQueues(paging: Paging): Promise<Page<Queue>>;
  getStatistics(windowInMs: number): Promise<Statistics>;

  /** Sensitive pointers of these tasks (their own and their type's), for redaction of steps and events by the service. */
  sensitivePointers(ids: readonly string[]): Promise<Map<string, readonly string[]>>;
  /** Calls back, at most every 100 ms, with what changed anywhere in the system. Returns the way to stop. */
  watch(listener: (change: WatchChange) => void): () => void;
  /** Ends listeners and timers; calls under way finish first. Does not end the database pool. */
  close(): Promise<void>;
};
