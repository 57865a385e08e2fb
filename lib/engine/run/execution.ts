import type { TaskConfig, TaskError } from '#contract';
import type { ClaimedRun } from './claim.ts';
import type { AnyTaskDefinition, StepCall, StepOptions } from './definition.ts';
import { FailedSteps } from './failed-steps.ts';
import { type Interruption, NonRetryableError, RunInterruptedError } from './failures.ts';
import type { Host } from './host.ts';
import type { HeldRun, MoveEntry, StepEntry, WaitEntry } from './journal-entry.ts';
import type { Batch } from './journal-writer.ts';
import type { Mask } from './masking.ts';
import { outputText } from './output.ts';
import type { RecordedStep } from './read-journal.ts';
import { type Place, Replay } from './replay.ts';
import { delayBeforeNext, type Retry } from './retry.ts';
import { StepRunner } from './step-runner.ts';
import { toTaskError } from './task-error.ts';
import { Waits } from './waits.ts';

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
  readonly #steps: StepRunner;
  readonly #failed = new FailedSteps();
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
    this.#steps = new StepRunner(this);
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
    const error = this.errorOf(thrown);
    const retry: Retry | undefined = this.#retry === null ? this.definition.retry : JSON.parse(this.#retry);
    const delay = delayBeforeNext(retry, this.attempt, thrown);
    if (delay === undefined) this.#end('failed', null, error);
    else this.#retryLater(thrown, error, delay);
  }

  #retryLater(thrown: unknown, error: TaskError, delay: number): void {
    for (const entry of this.#failed.behind(thrown, this.callsMade))
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
    const promise = this.#steps.run(name, run, options);
    promise.catch(ignoreUnawaited);
    return promise;
  }

  /** Creates a child, once. */
  async createChild(config: TaskConfig): Promise<string> {
    const name = `create ${config.type}`;
    const { recorded, sequence } = this.place(name, 'task');
    if (recorded?.child_task_id && recorded.status === 'succeeded') {
      this.waits.children.add(recorded.child_task_id);
      return recorded.child_task_id;
    }
    this.enterStep();
    try {
      await this.settled();
      const id = await this.host.createChild(this, sequence, name, config);
      this.waits.children.add(id);
      return this.isOver ? await this.stopped<string>() : id;
    } finally {
      this.leaveStep();
    }
  }

  /** Calls of the handler made so far. */
  get callsMade(): number {
    return this.#replay.next;
  }

  /** Tells which step is behind what the handler is about to be given. */
  noteFailure(failure: Error, entry: StepEntry): void {
    this.#failed.add(failure, entry, this.callsMade);
  }

  /** See `Replay.diverge`. */
  diverge(): void {
    this.#replay.diverge();
  }

  enterStep(): void {
    this.#busy++;
  }

  /** A step that only waits does not keep the run in memory. */
  pauseStep(): void {
    this.#busy--;
  }

  leaveStep(): void {
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
    while (this.#lastBatch !== undefined && !this.#lastBatch.isCommitted && !this.isOver)
      await this.#lastBatch.committed;
    if (this.isOver) await this.stopped();
  }

  /** See `outputText`; secrets are masked. */
  toJson(value: unknown, what: string): string | null {
    return outputText(value, what, this.#mask);
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

  errorOf(thrown: unknown, step?: string): TaskError {
    const error = toTaskError(thrown, this.definition.type, step);
    return JSON.parse(this.#mask(JSON.stringify(error)));
  }

  /** Rejects when the run was interrupted; otherwise never settles, so that the handler goes no further. */
  stopped<T = never>(): Promise<T> {
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

function ignoreUnawaited(): void {}
