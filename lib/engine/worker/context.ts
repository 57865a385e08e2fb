import { type LogLevel, parseJson, type TaskConfig, taskError } from '#contract';
import { RunState } from '../ctx-state/run-state.ts';
import type { StateRoom } from '../ctx-state/state-room.ts';
import type {
  EventWaitOptions,
  HeldLock,
  RunLog,
  StepCall,
  StepOptions,
  TaskContext,
} from '../definition/definition.ts';
import { NonRetryableError, RunInterruptedError, TaskEndedError } from '../definition/failures.ts';
import type { TaskState } from '../definition/task-state.ts';
import { underLock } from '../locks/lock-steps.ts';
import type { RunLocks } from '../locks/run-locks.ts';
import { checkDuration, checkEventWait, checkTaskId } from '../run/check-given.ts';
import { type ChildSecret, childSecret } from '../run/child-secrets.ts';
import { createChild } from '../run/create-child.ts';
import type { Execution } from '../run/execution.ts';
import { handled } from '../run/handled.ts';
import { inTurn } from '../run/in-turn.ts';
import { type StepEntry, stepEntry, type WaitOutcome } from '../run/journal-entry.ts';
import { writeLog } from '../run/log.ts';
import type { Place } from '../run/replay.ts';
import { noSecrets, type RunSecrets } from '../run/run-secrets.ts';
import type { RunMarks } from './run-marks.ts';

/** What the runs of a worker share in addition to its journal. */
export type ContextRooms = { readonly state: StateRoom; readonly locks: RunLocks; readonly marks: RunMarks };

/** The context of a handler: see `TaskContext`. */
export class RunContext implements TaskContext {
  readonly #run: Execution;
  readonly #rooms: ContextRooms;
  #log: RunLog | undefined;
  #state: RunState | undefined;

  constructor(run: Execution, rooms: ContextRooms) {
    this.#run = run;
    this.#rooms = rooms;
  }

  /** The secrets of a run, for handlers of the built-in types. `TaskContext` does not have them. */
  static secretsOf(context: TaskContext): RunSecrets {
    return #run in context ? context.#run.secrets : noSecrets;
  }

  /**
   * Adds the pointers that `carried` returns for those of the task, before the handler copies what they cover. Resolves
   * with all of them. For handlers of the built-in types.
   */
  static async carryMarks(
    context: TaskContext,
    carried: (pointers: readonly string[]) => readonly string[],
  ): Promise<readonly string[]> {
    return #run in context && context.#run.isSensitive ? context.#carryMarks(carried) : [];
  }

  get taskId(): string {
    return this.#run.taskId;
  }

  get runCount(): number {
    return this.#run.runCount;
  }

  get attempt(): number {
    return this.#run.attempt;
  }

  get signal(): AbortSignal {
    return this.#run.signal;
  }

  get log(): RunLog {
    const at = (level: LogLevel) => (message: string, fields?: Record<string, unknown>) =>
      writeLog(this.#run, level, message, fields);
    this.#log ??= { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
    return this.#log;
  }

  get state(): TaskState {
    this.#state ??= new RunState(this.#run, this.#rooms.state);
    return this.#state;
  }

  step<T>(name: string, run: (call: StepCall) => T | Promise<T>, options?: StepOptions): Promise<T> {
    return this.#run.step(name, run, options);
  }

  sleep(name: string, durationInMs: number): Promise<void> {
    return handled(this.#sleep(name, durationInMs));
  }

  waitForEvent<T>(name: string, options: EventWaitOptions = {}): Promise<T> {
    return handled(this.#waitForEvent<T>(name, options));
  }

  lock<T>(name: string, work: (lock: HeldLock) => T | Promise<T>): Promise<T> {
    return handled(underLock(this.#run, this.#rooms.locks, name, work));
  }

  createTask(config: TaskConfig): Promise<string> {
    return handled(createChild(this.#run, config));
  }

  childSecret(name: string): ChildSecret {
    return childSecret(this.#run.definition, name);
  }

  waitForTask<T>(taskId: string): Promise<T> {
    return handled(this.#waitForTask<T>(taskId));
  }

  /** Whether a task has sensitive pointers. The run stays in memory meanwhile, whatever else it waits for. */
  async #hasMarks(taskId: string): Promise<boolean> {
    const pointers = await this.#run.whileBusy(() => this.#rooms.marks.pointersOf(taskId));
    return pointers.length > 0;
  }

  async #carryMarks(carried: (pointers: readonly string[]) => readonly string[]): Promise<readonly string[]> {
    const { marks } = this.#rooms;
    return this.#run.whileBusy(async () => {
      const pointers = await marks.pointersOf(this.taskId);
      const added = carried(pointers).filter((pointer) => !pointers.includes(pointer));
      if (added.length > 0) await marks.add(this.#run.taskKey, added);
      return [...pointers, ...added];
    });
  }

  async #sleep(name: string, durationInMs: number): Promise<void> {
    checkDuration(`sleep "${name}"`, durationInMs);
    const place = this.#run.place(name, 'sleep');
    return inTurn(this.#run, place, async () => {
      if (place.recorded?.status === 'succeeded') return;
      const entry = waitingEntry(this.#run, 'sleep', place, durationInMs);
      await this.#run.waits.forTime('sleep', entry, entry.wakeAt ?? 0, place.recorded !== undefined);
      this.#run.record({ ...entry, status: 'succeeded', endedAt: performance.now(), wakeAt: null });
    });
  }

  async #waitForEvent<T>(name: string, options: EventWaitOptions): Promise<T> {
    checkEventWait(name, options);
    this.#run.secrets.assertAbsent(name, 'the name of the event');
    const { timeoutInMs, stepName = name } = options;
    const place = this.#run.place(stepName, 'event', name);
    return inTurn(this.#run, place, () => this.#eventAt<T>(place, name, timeoutInMs));
  }

  async #eventAt<T>(place: Place, name: string, timeoutInMs: number | undefined): Promise<T> {
    const { recorded } = place;
    if (recorded?.status === 'succeeded') return this.#eventData<T>(name, recorded.output);
    if (recorded?.status === 'failed') return nothingCame<T>();
    const entry: StepEntry = { ...waitingEntry(this.#run, 'event', place, timeoutInMs), eventName: name };
    const outcome = await this.#run.waits.forTarget('event', entry, name, entry.wakeAt, recorded !== undefined);
    if (outcome !== undefined) return this.#eventData<T>(name, outcome.value);
    const message = `no event "${name}" came within ${timeoutInMs} ms`;
    const error = JSON.stringify({
      name: 'EventTimeoutError',
      message,
      step: entry.name,
      fingerprint: 'event-timeout',
    });
    this.#run.record({ ...entry, status: 'failed', error, endedAt: performance.now(), wakeAt: null });
    return nothingCame<T>();
  }

  #eventData<T>(name: string, text: string | null): T {
    const value = parseJson(text ?? 'null');
    const schema = this.#run.definition.events?.[name];
    if (schema === undefined) return asDeclared<T>(value);
    const parsed = schema.safeParse(value);
    if (!parsed.success)
      throw new NonRetryableError(
        `event "${name}" does not match its schema: ${parsed.error.issues.map((issue) => `/${issue.path.join('/')}: ${issue.message}`).join('; ')}`,
      );
    return asDeclared<T>(parsed.data);
  }

  async #waitForTask<T>(taskId: string): Promise<T> {
    checkTaskId('waitForTask', taskId);
    if (taskId === this.taskId)
      throw new NonRetryableError('waitForTask: a run that waits for its own task would never end');
    if (!this.#run.waits.children.has(taskId)) this.#run.secrets.assertAbsent(taskId, 'the id of the task');
    const place = this.#run.place(`wait for ${taskId}`, 'task');
    const isDone = place.recorded?.status === 'succeeded'; // a failure is told after a look at the other task
    return inTurn(this.#run, place, () => this.#taskAt<T>(place, taskId), isDone);
  }

  async #taskAt<T>(place: Place, taskId: string): Promise<T> {
    const { recorded } = place;
    if (recorded?.status === 'succeeded')
      return asDeclared<T>(recorded.output === null ? undefined : parseJson(recorded.output));
    const entry: StepEntry = { ...waitingEntry(this.#run, 'task', place, undefined), childTaskId: taskId };
    const outcome: WaitOutcome | undefined =
      recorded?.status === 'failed'
        ? { outcome: 'failed', value: null, failure: recorded.error }
        : await this.#run.waits.forTarget('task', entry, taskId, null, recorded !== undefined);
    if (outcome === undefined) throw new RunInterruptedError('leaseLost');
    const ended: StepEntry = { ...entry, endedAt: performance.now(), output: outcome.value };
    if (outcome.outcome === 'succeeded') {
      this.#run.record({ ...ended, status: 'succeeded' });
      return asDeclared<T>(outcome.value === null ? undefined : parseJson(outcome.value));
    }
    if (recorded?.status !== 'failed') this.#run.record({ ...ended, status: 'failed', error: outcome.failure });
    const status =
      outcome.outcome === 'missing' || outcome.outcome === 'cancelled' || outcome.outcome === 'timedOut'
        ? outcome.outcome
        : 'failed';
    const failure = outcome.failure === null ? undefined : taskError.safeParse(JSON.parse(outcome.failure)).data;
    const isHidden = failure !== undefined && (await this.#hasMarks(taskId));
    const reason = isHidden ? `${failure.name} (its message is sensitive)` : failure?.message;
    throw new TaskEndedError(taskId, status, reason);
  }
}

function waitingEntry(
  run: Execution,
  stepKind: StepEntry['stepKind'],
  place: Place,
  durationInMs: number | undefined,
): StepEntry {
  const now = performance.now();
  const { recorded } = place;
  const wakeAt =
    recorded === undefined
      ? durationInMs === undefined
        ? null
        : now + durationInMs
      : recorded.wake_in === null
        ? null
        : now + recorded.wake_in;
  return stepEntry({
    run,
    sequence: place.sequence,
    name: place.name,
    stepKind,
    status: 'waiting',
    startedAt: recorded === undefined ? now : now - recorded.started_ago,
    wakeAt,
  });
}

/** Event data and task outputs have the type that their schema or the caller declares. */
function asDeclared<T>(value: unknown): T {
  return value as T;
}

/** `waitForEvent` with a time limit is declared to return `undefined` when no event came. */
function nothingCame<T>(): T {
  return undefined as T;
}
