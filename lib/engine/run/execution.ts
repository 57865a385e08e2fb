import { limits, parseJson, type StepAttempt, stringifyJson, type TaskConfig, type TaskError } from '#contract';
import type { ClaimedRun } from './claim.ts';
import type { AnyTaskDefinition, StepCall, StepOptions } from './definition.ts';
import { type Interruption, NonRetryableError, RunInterruptedError, StepFailedError } from './failures.ts';
import type { Host, OpenStep } from './host.ts';
import type { HeldRun, MoveEntry, StepEntry, WaitEntry } from './journal-entry.ts';
import type { Batch } from './journal-writer.ts';
import type { Mask } from './masking.ts';
import type { RecordedStep } from './read-journal.ts';
import { type Place, Replay } from './replay.ts';
import { delayBeforeNext, type Retry } from './retry.ts';
import { inStep } from './running-step.ts';
import { callWithin, LazyStepCall } from './step-call.ts';
import { toTaskError } from './task-error.ts';
import { Waits } from './waits.ts';

/** Back-off up to this long is waited for in memory. */
const shortBackOffInMs = 500;

/** One claim of a run, from its start or replay until it ends, waits or is lost. */
export class Execution implements HeldRun {
  readonly taskKey: number;
  readonly runCount: number;
  readonly fence: number;
  readonly taskId: string;
  readonly parentKey: number | null;
  readonly attempt: number;
  readonly definition: AnyTaskDefinition;
  readonly host: Host;
  readonly waits: Waits;
  /** When the worker took it, `performance.now()`. */
  readonly claimedAt = performance.now();
  isClosed = false;
  #isEnding = false;
  #isReleased = false;
  #isVacated = false;
  #busy = 0;
  #isRetiring = false;
  #isSpoilt = false;
  #lastBatch: Batch | undefined;
  #abort: AbortController | undefined;
  #interruption: RunInterruptedError | undefined;
  readonly #replay: Replay;
  readonly #retry: string | null;
  readonly #failures = new Map<StepFailedError, { entry: StepEntry; next: number }>();
  readonly #mask: Mask;

  constructor(
    host: Host,
    definition: AnyTaskDefinition,
    claim: ClaimedRun,
    recorded: RecordedStep[] | undefined,
    mask: Mask,
  ) {
    this.host = host;
    this.definition = definition;
    this.taskKey = claim.task_key;
    this.runCount = claim.run_count;
    this.fence = claim.fence;
    this.taskId = claim.id;
    this.parentKey = claim.parent_key;
    this.attempt = claim.attempt;
    this.#retry = claim.retry;
    this.#replay = new Replay(recorded);
    this.#mask = mask;
    this.waits = new Waits(this);
  }

  /** Aborts when the run is interrupted. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#interruption !== undefined) this.#abort.abort(this.#interruption);
    }
    return this.#abort.signal;
  }

  /** Whether a step is under way, so that the run cannot leave memory. */
  get isBusy(): boolean {
    return this.#busy > 0;
  }

  get isOver(): boolean {
    return this.isClosed || this.#isEnding || this.#interruption !== undefined;
  }

  mask(text: string): string {
    return this.#mask(text);
  }

  /** Settles the run with what its handler returned. */
  complete(value: unknown): void {
    if (this.isOver) return;
    try {
      this.#end('succeeded', this.toJson(value, 'the output'), undefined);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Settles the attempt with what its handler threw: another attempt where there is one, else the end. */
  fail(thrown: unknown): void {
    if (this.isOver || (thrown instanceof RunInterruptedError && this.#interruption !== undefined)) return;
    const error = this.#errorOf(thrown);
    const retry: Retry | undefined = this.#retry === null ? this.definition.retry : JSON.parse(this.#retry);
    const delay = delayBeforeNext(retry, this.attempt, thrown);
    if (delay === undefined) this.#end('failed', null, error);
    else this.#retryLater(thrown, error, delay);
  }

  #retryLater(thrown: unknown, error: TaskError, delay: number): void {
    for (const entry of this.#failuresBehind(thrown))
      this.record({ ...entry, status: 'retrying', endedAt: null, wakeAt: null });
    const dueAt = performance.now() + delay;
    this.#isEnding = true;
    this.host.expect(dueAt);
    this.#lastBatch = this.host.writer.write({
      kind: 'move',
      run: this,
      status: 'retrying',
      dueAt,
      waitKind: null,
      waitSequence: null,
      waitName: null,
      waitTaskId: null,
      error: JSON.stringify(error),
    });
  }

  /** Stops the handler's calls and aborts its signal. What is handed back to the queue keeps the results so far. */
  interrupt(reason: Interruption): void {
    if (this.isOver) return;
    this.#interruption = new RunInterruptedError(reason);
    if (reason === 'stopping') {
      this.host.writer.write({
        kind: 'move',
        run: this,
        status: 'queued',
        dueAt: null,
        waitKind: null,
        waitSequence: null,
        waitName: null,
        waitTaskId: null,
        error: null,
      });
    } else this.#release();
    this.#abort?.abort(this.#interruption);
    this.waits.rejectAll(this.#interruption);
  }

  /** Interrupts as soon as no step is under way; the results of those that are still count. */
  retire(): void {
    this.#isRetiring = true;
    if (this.#busy === 0) this.interrupt('stopping');
  }

  /** Ends the run as failed, once; without its unstorable values that can be stored. */
  spoil(error: Error): void {
    if (this.isClosed) return;
    if (this.#isSpoilt) {
      this.refuse();
      return;
    }
    this.#isSpoilt = true;
    this.#isEnding = false;
    this.fail(new NonRetryableError(`the database refused what the run wrote: ${error.message}`));
  }

  refuse(): void {
    this.interrupt('leaseLost');
    this.#release();
  }

  leave(): void {
    if (this.waits.isResumed) this.waits.resume();
    else this.#release();
  }

  /** Takes the next place of the journal for a call. Throws where the call may not be made. */
  place(name: string, kind: StepEntry['stepKind']): Place {
    if (this.#interruption !== undefined) throw this.#interruption;
    if (name.length === 0 || name.length > 256) throw new NonRetryableError('a step name has 1 to 256 characters');
    try {
      return this.#replay.place(name, kind);
    } catch (mismatch) {
      this.fail(mismatch); // even where the handler catches it
      throw mismatch;
    }
  }

  step<T>(name: string, run: (call: StepCall) => T | Promise<T>, options: StepOptions | undefined): Promise<T> {
    const promise = this.#step(name, run, options);
    promise.catch(ignoreUnawaited);
    return promise;
  }

  async #step<T>(name: string, run: (call: StepCall) => T | Promise<T>, options: StepOptions | undefined): Promise<T> {
    const place = this.place(name, 'step');
    const { recorded, sequence } = place;
    if (recorded?.status === 'succeeded') return fromJson<T>(recorded.output);
    if (recorded?.status === 'failed') throw this.#failedBefore(name, recorded);
    const attempts: StepAttempt[] = recorded?.attempts ? JSON.parse(recorded.attempts) : [];
    let waitInMs = recorded?.status === 'retrying' ? (recorded.wake_in ?? 0) : 0;
    const entry: StepEntry = {
      kind: 'step',
      run: this,
      sequence,
      name,
      stepKind: 'step',
      status: 'succeeded',
      attempt: 1,
      attempts: null,
      output: null,
      error: null,
      startedAt: 0,
      endedAt: null,
      wakeAt: null,
      eventName: null,
      childTaskId: null,
    };
    if (recorded !== undefined) entry.startedAt = performance.now() - recorded.started_ago;
    this.#busy++;
    try {
      for (;;) {
        if (waitInMs > 0) await this.#backOff(entry, waitInMs);
        await this.settled();
        const startedAt = performance.now();
        entry.attempt = attempts.length + 1;
        if (entry.startedAt === 0) entry.startedAt = startedAt;
        const open = this.#open(entry);
        try {
          const value = await this.#call(entry, run, options);
          if (this.isOver) return await this.#stopped<T>();
          entry.output = this.toJson(value, `the result of step "${name}"`);
        } catch (thrown) {
          if (this.isOver) return await this.#stopped<T>();
          const error = this.#errorOf(thrown, name);
          attempts.push(this.#attemptOf(entry.attempt, startedAt, error));
          entry.attempts = JSON.stringify(attempts);
          const delay = delayBeforeNext(options?.retry, entry.attempt, thrown);
          if (delay === undefined) throw this.#failNow(entry, error, thrown);
          waitInMs = Math.max(1, delay);
          this.record({
            ...entry,
            status: 'retrying',
            error: JSON.stringify(error),
            wakeAt: performance.now() + waitInMs,
          });
          continue;
        } finally {
          this.host.openSteps.delete(open);
        }
        entry.endedAt = performance.now();
        if (attempts.length > 0)
          entry.attempts = JSON.stringify([...attempts, this.#attemptOf(entry.attempt, startedAt)]);
        if (recorded?.status === 'retrying') this.#replay.diverge();
        this.record(entry);
        return fromJson<T>(entry.output);
      }
    } finally {
      this.#leaveStep();
    }
  }

  /** Creates a child, once. */
  async createChild(config: TaskConfig): Promise<string> {
    const name = `create ${config.type}`;
    const { recorded, sequence } = this.place(name, 'task');
    if (recorded?.child_task_id && recorded.status === 'succeeded') {
      this.waits.children.add(recorded.child_task_id);
      return recorded.child_task_id;
    }
    this.#busy++;
    try {
      await this.settled();
      const id = await this.host.createChild(this, sequence, name, config);
      this.waits.children.add(id);
      return this.isOver ? await this.#stopped<string>() : id;
    } finally {
      this.#leaveStep();
    }
  }

  #leaveStep(): void {
    this.#busy--;
    if (this.#isRetiring && this.#busy === 0) this.interrupt('stopping');
    else if (this.waits.isPending) this.waits.check();
  }

  record(entry: StepEntry): void {
    this.#lastBatch = this.host.writer.write(entry);
  }

  write(entry: WaitEntry | MoveEntry): Batch {
    this.#lastBatch = this.host.writer.write(entry);
    return this.#lastBatch;
  }

  /** Resolves when all that was handed to the handler is committed; never when the run is no longer ours. */
  async settled(): Promise<void> {
    while (this.#lastBatch !== undefined && !this.#lastBatch.isCommitted) await this.#lastBatch.committed;
    if (this.isOver) await this.#stopped();
  }

  /** JSON text, or null for `undefined`. Throws a NonRetryableError above the limit of an output. */
  toJson(value: unknown, what: string): string | null {
    if (value === undefined) return null;
    const text = this.#mask(textOf(value));
    if (text.length > limits.taskOutputBytes / 4) {
      const bytes = Buffer.byteLength(text);
      if (bytes > limits.taskOutputBytes)
        throw new NonRetryableError(
          `${what} has ${bytes} bytes; the limit (taskOutputBytes) is ${limits.taskOutputBytes}`,
        );
    }
    return text;
  }

  #call<T>(
    entry: StepEntry,
    run: (call: StepCall) => T | Promise<T>,
    options: StepOptions | undefined,
  ): T | Promise<T> {
    const key = () => `${this.taskId}/${this.runCount}/${entry.sequence}`;
    const timeoutInMs = options?.timeoutInMs;
    return inStep(entry.sequence, () =>
      timeoutInMs === undefined
        ? run(new LazyStepCall(entry.attempt, key, () => this.signal))
        : callWithin(timeoutInMs, entry.name, this.signal, (signal) =>
            run(new LazyStepCall(entry.attempt, key, () => signal)),
          ),
    );
  }

  #open(entry: StepEntry): OpenStep {
    const open: OpenStep = {
      startedAt: performance.now(),
      isAnnounced: false,
      announce: () => this.record({ ...entry, status: 'running' }),
    };
    this.host.openSteps.add(open);
    return open;
  }

  async #backOff(entry: StepEntry, waitInMs: number): Promise<void> {
    if (waitInMs <= shortBackOffInMs) {
      await new Promise((resolve) => setTimeout(resolve, waitInMs));
      return;
    }
    this.#busy--;
    try {
      await this.waits.forTime('step', entry, performance.now() + waitInMs, true);
    } finally {
      this.#busy++;
    }
  }

  #failNow(entry: StepEntry, error: TaskError, thrown: unknown): StepFailedError {
    const failed: StepEntry = {
      ...entry,
      status: 'failed',
      error: JSON.stringify(error),
      endedAt: performance.now(),
      wakeAt: null,
    };
    this.record(failed);
    const failure = new StepFailedError(entry.name, error, thrown);
    this.#failures.set(failure, { entry: failed, next: this.#replay.next });
    return failure;
  }

  #failedBefore(name: string, recorded: RecordedStep): StepFailedError {
    const error: TaskError = JSON.parse(recorded.error ?? '{"name":"Error","message":"","fingerprint":""}');
    const failure = new StepFailedError(name, error);
    const entry: StepEntry = {
      kind: 'step',
      run: this,
      sequence: recorded.sequence,
      name,
      stepKind: 'step',
      status: 'failed',
      attempt: recorded.attempt,
      attempts: recorded.attempts,
      output: null,
      error: recorded.error,
      startedAt: performance.now() - recorded.started_ago,
      endedAt: null,
      wakeAt: null,
      eventName: null,
      childTaskId: null,
    };
    this.#failures.set(failure, { entry, next: this.#replay.next });
    return failure;
  }

  /** The failed steps that made the handler throw this: those in its causes, and those after which it called nothing. */
  #failuresBehind(thrown: unknown): StepEntry[] {
    const causes = new Set<unknown>();
    const visit = (error: unknown): void => {
      if (!(error instanceof Error) || causes.has(error)) return;
      causes.add(error);
      visit(error.cause);
      if (error instanceof AggregateError) error.errors.forEach(visit);
    };
    visit(thrown);
    return [...this.#failures]
      .filter(([failure, { next }]) => causes.has(failure) || next === this.#replay.next)
      .map(([, { entry }]) => entry);
  }

  #end(status: 'succeeded' | 'failed', output: string | null, error: TaskError | undefined): void {
    this.#isEnding = true;
    this.#lastBatch = this.host.writer.write({
      kind: 'end',
      run: this,
      status,
      output,
      error: error === undefined ? null : JSON.stringify(error),
      fingerprint: error?.fingerprint ?? null,
      isUntidy: this.#busy > 0 || this.waits.isPending || status === 'failed',
    });
    this.#vacate();
  }

  #attemptOf(attempt: number, startedAt: number, error?: TaskError): StepAttempt {
    return {
      attempt,
      startedOn: this.host.timeOf(startedAt),
      endedOn: this.host.timeOf(performance.now()),
      worker: this.host.owner.name,
      ...(error !== undefined && { error }),
    };
  }

  #errorOf(thrown: unknown, step?: string): TaskError {
    const error = toTaskError(thrown, this.definition.type, step);
    return JSON.parse(this.#mask(JSON.stringify(error)));
  }

  /** Rejects when the run was interrupted; otherwise never settles, so that the handler goes no further. */
  #stopped<T = never>(): Promise<T> {
    if (this.#interruption !== undefined) return Promise.reject(this.#interruption);
    return new Promise(() => {});
  }

  #vacate(): void {
    if (this.#isVacated) return;
    this.#isVacated = true;
    this.host.vacate();
  }

  #release(): void {
    this.isClosed = true;
    this.#vacate();
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.waits.clear();
    this.host.release(this);
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  return stringifyJson(value);
}

/** What a step returned is given back as recorded: a caller sees the same value on its first run and on a replay. */
function fromJson<T>(text: string | null): T {
  return (text === null ? undefined : parseJson(text)) as T;
}

function ignoreUnawaited(): void {}
