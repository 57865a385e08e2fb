import type { TaskError } from '#contract';
import type { AnyTaskDefinition, StepCall, StepOptions } from '../definition/definition.ts';
import { type Interruption, NonRetryableError, RunInterruptedError } from '../definition/failures.ts';
import type { ClaimedRun } from './claimed-run.ts';
import { assertMove, type ExecutionState } from './execution-state.ts';
import { FailedSteps } from './failed-steps.ts';
import { handled } from './handled.ts';
import type { Host, KeptRun } from './host.ts';
import {
  type EndEntry,
  type HeldRun,
  type MoveEntry,
  moveEntry,
  type ResumeEntry,
  type StepEntry,
  type WaitEntry,
} from './journal-entry.ts';
import type { Batch } from './journal-writer.ts';
import { lateCall } from './late-call.ts';
import { outputText } from './output.ts';
import type { RecordedStep } from './read-journal.ts';
import { type Place, Replay, requireStepName } from './replay.ts';
import { delayBeforeNext, type Retry } from './retry.ts';
import type { RunSecrets } from './run-secrets.ts';
import { type SteppingRun, StepRunner } from './step-runner.ts';
import { toTaskError } from './task-error.ts';
import { UnfinishedCalls, warnOfDroppedCalls } from './unfinished-calls.ts';
import { type WaitingRun, Waits } from './waits.ts';

const running: ExecutionState = { name: 'running' };
const draining: ExecutionState = { name: 'draining' };

/**
 * One claim of a run, from its start or replay until it ends, waits or is lost. `ExecutionState` is its state, and
 * `docs/concepts/run.md` has a diagram of the moves.
 */
export class Execution implements HeldRun, SteppingRun, WaitingRun, KeptRun {
  readonly taskKey: number;
  readonly runCount: number;
  readonly fence: number;
  readonly taskId: string;
  readonly parentKey: number | null;
  readonly attempt: number;
  readonly definition: AnyTaskDefinition;
  readonly host: Host;
  readonly waits: Waits;
  readonly secrets: RunSecrets;
  /** `performance.now()` of the claim. */
  readonly claimedAt = performance.now();
  #state: ExecutionState = running;
  #isHandlerDone = false;
  #hasSlot = true;
  #stepsUnderWay = 0;
  #lastBatch: Batch | undefined;
  /** How many characters its input and results have. */
  size: number;
  /** The calls made when the run began to leave memory. */
  #callsAtLeaving = 0;
  /** Whether the run was woken while it was leaving. */
  #isWoken = false;
  /** The batch that takes a kept run up again. Until it is committed, another worker may have the run. */
  #resumed: Batch | undefined;
  #abort: AbortController | undefined;
  readonly replay: Replay;
  readonly #retry: string | null;
  readonly #steps: StepRunner;
  readonly #failed = new FailedSteps();
  readonly unfinished = new UnfinishedCalls();
  /** Whether the task or its type has sensitive pointers. */
  readonly isSensitive: boolean;
  readonly passesEventsOn: boolean;

  constructor(
    host: Host,
    definition: AnyTaskDefinition,
    claim: ClaimedRun,
    recorded: RecordedStep[] | undefined,
    secrets: RunSecrets,
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
    this.replay = new Replay(recorded, secrets.mask);
    this.size = claim.input?.length ?? 0;
    for (const step of recorded ?? []) this.size += step.output?.length ?? 0;
    this.secrets = secrets;
    this.isSensitive = claim.is_sensitive || (definition.sensitive ?? []).length > 0;
    this.passesEventsOn = definition.passesEventsOn ?? false;
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

  /** Whether a step is in progress, so that the run cannot leave memory. */
  get isBusy(): boolean {
    return this.#stepsUnderWay > 0;
  }

  /** Whether the handler can have no further effect: the run ends, was interrupted, is released or kept. */
  get isOver(): boolean {
    const { name } = this.#state;
    return name === 'ending' || name === 'interrupted' || this.isReleased;
  }

  get isReleased(): boolean {
    const { name } = this.#state;
    return name === 'released' || name === 'kept' || name === 'left';
  }

  get isUnstorable(): boolean {
    return this.#state.name === 'ending' && this.#state.isReplacement;
  }

  get mayBeKept(): boolean {
    return this.#state.name === 'running' && this.host.kept.accepts(this.size);
  }

  /** Ends the run with the handler's return value. */
  complete(value: unknown): void {
    this.#isHandlerDone = true;
    this.#goOn();
    if (this.isOver) return;
    warnOfDroppedCalls(this);
    this.unfinished.warn(this);
    try {
      this.#end('succeeded', this.toJson(value, 'the output'), undefined);
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Ends the attempt with the handler's error: starts another attempt if there is one, or else ends the run.
   * `isHandlerDone`: whether the handler makes no further calls.
   */
  fail(thrown: unknown, isHandlerDone = true): void {
    this.#isHandlerDone = isHandlerDone;
    this.#goOn();
    if (this.isOver) return;
    const error = this.errorOf(thrown);
    const retry: Retry | undefined = this.#retry === null ? this.definition.retry : JSON.parse(this.#retry);
    const delay = delayBeforeNext(retry, this.attempt, thrown);
    if (delay === undefined) this.#end('failed', null, error);
    else this.#retryLater(thrown, error, delay);
  }

  /** Stops the handler's calls and aborts its signal. A run that is handed back to the queue keeps its results. */
  interrupt(reason: Interruption): void {
    if (this.isOver) return;
    const by = new RunInterruptedError(reason);
    this.#move({ name: 'interrupted', by });
    if (reason === 'stopping') this.host.writer.write(moveEntry({ run: this, status: 'queued' }));
    else this.#release();
    this.#abort?.abort(by);
    this.waits.rejectAll(by);
  }

  /** Interrupts as soon as no step is in progress. The results of the current steps still count. */
  drain(): void {
    if (this.#state.name === 'running') this.#move(draining);
    if (!this.isBusy) this.interrupt('stopping');
  }

  failUnstorable(error: Error): void {
    const { name } = this.#state;
    if (name === 'interrupted' || name === 'released') return;
    const failure = new NonRetryableError(`the database refused what the run wrote: ${error.message}`);
    if (this.isUnstorable) this.loseClaim();
    else this.#end('failed', null, this.errorOf(failure), true);
  }

  loseClaim(reason: Interruption = 'leaseLost'): void {
    if (this.#resumed?.isCommitted !== false) this.interrupt(reason);
    this.#release();
  }

  moveCommitted(entry: MoveEntry | EndEntry): void {
    const isWaiting = entry.kind === 'move' && entry.status === 'waiting';
    const awaitsLock = isWaiting && this.waits.haveLock;
    if (isWaiting && this.waits.isMet) this.waits.resume();
    else if (isWaiting && this.#hasGoneOn) this.#takeUp();
    else if (isWaiting && this.#state.name === 'leaving') this.#leave(entry.isKept);
    else this.#release();
    if (awaitsLock) this.host.awaitLock(this.taskKey);
    if (this.#isWoken && this.isReleased) this.host.wakeKept(this.taskKey);
  }

  /** Notes that the run was woken, when it is about to leave memory. While it does something, its turn at a lock has come. */
  noteWoken(): void {
    this.#isWoken = this.#state.name === 'leaving';
    if (this.#state.name === 'running') this.waits.askForLocks();
  }

  resume(): void {
    this.host.kept.remove(this);
    this.#hasSlot = true;
    this.host.holdAgain(this);
    this.#takeUp();
  }

  drop(): void {
    if (this.#state.name !== 'kept') return;
    this.host.kept.remove(this);
    this.#move({ name: 'left' });
    this.waits.stopTimer();
  }

  startLeaving(): void {
    this.#isWoken = false;
    this.#callsAtLeaving = this.callsMade;
    const from = this.#state.name === 'draining' ? 'draining' : 'running';
    this.#move({ name: 'leaving', from });
  }

  stopLeaving(received: string | null): void {
    this.size += received?.length ?? 0;
    if (this.#state.name === 'leaving') this.#move(this.#state.from === 'draining' ? draining : running);
  }

  /** Returns the next place in the journal for a call. Throws when the call is not allowed. */
  place(name: string, kind: StepEntry['stepKind'], formerName?: string): Place {
    this.#goOn();
    if (this.#interruption !== undefined) throw this.#interruption;
    if (this.#isHandlerDone) throw lateCall(this, name);
    requireStepName(name);
    try {
      return this.replay.place(name, kind, formerName);
    } catch (mismatch) {
      this.fail(mismatch, false); // fails the run even when the handler catches it
      throw mismatch;
    }
  }

  step<T>(name: string, run: (call: StepCall) => T | Promise<T>, options: StepOptions | undefined): Promise<T> {
    return handled(this.#steps.run(name, run, options));
  }

  /** Runs `work` after everything that the handler has received is committed. The run stays in memory meanwhile. */
  async whileBusy<T>(work: () => Promise<T>): Promise<T> {
    this.enterStep();
    try {
      await this.journalCommitted();
      const result = await work();
      return this.isOver ? await this.haltHandler<T>() : result;
    } finally {
      this.leaveStep();
    }
  }

  /** The number of calls that the handler has made. */
  get callsMade(): number {
    return this.replay.next;
  }

  /** Records which step caused a failure that the handler is about to receive. */
  noteFailure(failure: Error, entry: StepEntry): void {
    this.#failed.add(failure, entry, this.callsMade);
  }

  enterStep(): void {
    this.#goOn();
    this.#stepsUnderWay++;
  }

  suspendStep(): void {
    this.#stepsUnderWay--;
  }

  leaveStep(): void {
    this.#stepsUnderWay--;
    if (this.#state.name === 'draining' && !this.isBusy) this.interrupt('stopping');
    else if (this.waits.isPending) this.waits.check();
  }

  record(entry: StepEntry): void {
    if (entry.status !== 'running') entry.callOrder = this.replay.handover.tell(); // that one may come too late to be kept
    this.size += entry.output?.length ?? 0;
    this.#lastBatch = this.host.writer.write(entry);
  }

  write(entry: WaitEntry | MoveEntry | ResumeEntry): Batch {
    this.#lastBatch = this.host.writer.write(entry);
    return this.#lastBatch;
  }

  /** Resolves when everything that the handler has received is committed. Never resolves when the run is lost. */
  async journalCommitted(): Promise<void> {
    while (this.#lastBatch !== undefined && !this.#lastBatch.isCommitted && !this.isOver)
      await this.#lastBatch.committed;
    if (this.isOver) await this.haltHandler();
  }

  /** Like `outputText`, with secrets masked. */
  toJson(value: unknown, what: string): string | null {
    return outputText(value, what, this.secrets.mask);
  }

  errorOf(thrown: unknown, step?: string): TaskError {
    const { type, fingerprint } = this.definition;
    const grouping = { key: this.host.fingerprintKey, type, ...(fingerprint && { fingerprint }) };
    return toTaskError(thrown, { ...grouping, isSensitive: this.isSensitive, mask: this.secrets.mask }, step);
  }

  /** Rejects when the run was interrupted. Otherwise never settles, so that the handler stops here. */
  haltHandler<T = never>(): Promise<T> {
    if (this.#interruption !== undefined) return Promise.reject(this.#interruption);
    return new Promise(() => {});
  }

  get #interruption(): RunInterruptedError | undefined {
    return this.#state.name === 'interrupted' || this.#state.name === 'released' ? this.#state.by : undefined;
  }

  #retryLater(thrown: unknown, error: TaskError, delay: number): void {
    this.#move({ name: 'ending', isReplacement: false });
    for (const entry of this.#failed.behind(thrown, this.callsMade))
      this.record({ ...entry, status: 'retrying', endedAt: null, wakeAt: null });
    const dueAt = performance.now() + delay;
    this.host.expect(dueAt);
    this.write(moveEntry({ run: this, status: 'retrying', dueAt, error: JSON.stringify(error) }));
  }

  #end(status: 'succeeded' | 'failed', output: string | null, error?: TaskError, isReplacement = false): void {
    this.#move({ name: 'ending', isReplacement });
    this.#lastBatch = this.host.writer.write({
      kind: 'end',
      run: this,
      status,
      output,
      error: error === undefined ? null : JSON.stringify(error),
      fingerprint: error?.fingerprint ?? null,
      isUntidy: this.isBusy || this.waits.isPending || status === 'failed',
    });
    this.#freeSlot();
  }

  #move(to: ExecutionState): void {
    assertMove(this.#state.name, to.name);
    this.#state = to;
  }

  #freeSlot(): void {
    if (!this.#hasSlot) return;
    this.#hasSlot = false;
    this.host.freeSlot();
  }

  /** Takes up a run that waits when its handler goes on by itself: code between its calls took that long. */
  #goOn(): void {
    const { name } = this.#state;
    if (name === 'kept' || (name === 'left' && !this.host.kept.isClosed)) this.resume();
  }

  /** Whether the handler has gone on by itself since its waits were registered. */
  get #hasGoneOn(): boolean {
    const { name } = this.#state;
    return name === 'ending' || (name === 'leaving' && (this.isBusy || this.callsMade !== this.#callsAtLeaving));
  }

  /** Holds the run again, for which the database says that it waits. */
  #takeUp(): void {
    if (this.#state.name !== 'ending') this.#move(running);
    this.#isWoken = false;
    this.#resumed = this.write({ kind: 'resume', run: this });
    if (!this.isOver) this.waits.goOn(this.#resumed);
  }

  #leave(isKept: boolean): void {
    this.#move({ name: isKept ? 'kept' : 'left' });
    this.#freeSlot();
    this.host.forget(this);
    if (!isKept) return;
    this.host.kept.add(this);
    this.waits.whenTimeIsOver(() => this.host.wakeKept(this.taskKey));
  }

  #release(): void {
    if (this.#state.name === 'released') return;
    if (this.#state.name === 'kept') this.host.kept.remove(this);
    this.#move({ name: 'released', by: this.#interruption });
    this.#freeSlot();
    this.waits.clear();
    this.host.forget(this);
  }
}
