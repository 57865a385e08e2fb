import type { StepKind, TaskError } from '#contract';
import type { StepCall, StepOptions } from '../definition/definition.ts';
import { StepFailedError } from '../definition/failures.ts';
import { checkStepOptions, checkWork } from './check-given.ts';
import type { Host, OpenStep } from './host.ts';
import { inTurn, type TurnTaking } from './in-turn.ts';
import { type HeldRun, type StepEntry, stepEntry } from './journal-entry.ts';
import { fromJson } from './output.ts';
import type { RecordedStep } from './read-journal.ts';
import type { Place } from './replay.ts';
import { delayBeforeNext } from './retry.ts';
import { inStep } from './running-step.ts';
import { endedAttempt, recordedAttempts } from './step-attempts.ts';
import { callWithin, LazyStepCall } from './step-call.ts';
import type { UnfinishedCalls } from './unfinished-calls.ts';
import type { Waits } from './waits.ts';

/** A back-off up to this long is spent in memory. */
const shortBackOffInMs = 500;

type StepFunction<T> = (call: StepCall) => T | Promise<T>;

/** The parts of an execution that its steps need. */
export type SteppingRun = HeldRun &
  TurnTaking & {
    readonly host: Pick<Host, 'openSteps' | 'owner' | 'timeOf'>;
    readonly waits: Pick<Waits, 'forTime'>;
    readonly signal: AbortSignal;
    readonly unfinished: Pick<UnfinishedCalls, 'begin' | 'end'>;
    place(name: string, kind: StepKind): Place;
    /** Pauses the count of work for a wait. `enterStep` goes on with it. */
    suspendStep(): void;
    record(entry: StepEntry): void;
    journalCommitted(): Promise<void>;
    haltHandler<T>(): Promise<T>;
    toJson(value: unknown, what: string): string | null;
    errorOf(thrown: unknown, step: string): TaskError;
    noteFailure(failure: Error, entry: StepEntry): void;
    readonly replay: TurnTaking['replay'] & { diverge(): void };
  };

/** Runs the steps of one execution. */
export class StepRunner {
  readonly #run: SteppingRun;

  constructor(run: SteppingRun) {
    this.#run = run;
  }

  /** See `TaskContext.step`. */
  run<T>(given: string, call: StepFunction<T>, options: StepOptions | undefined): Promise<T> {
    try {
      const place = this.#run.place(given, 'step');
      return inTurn(this.#run, place, () => this.#runAt(place, call, options));
    } catch (refusal) {
      return Promise.reject(refusal);
    }
  }

  async #runAt<T>(place: Place, call: StepFunction<T>, options: StepOptions | undefined): Promise<T> {
    const { recorded, sequence, name } = place;
    if (recorded?.status === 'succeeded') return fromJson<T>(recorded.output);
    if (recorded?.status === 'failed') throw this.#failedBefore(name, recorded);
    checkWork(`step "${name}"`, call);
    checkStepOptions(name, options);
    const attempts = recordedAttempts(recorded);
    let waitInMs = recorded?.status === 'retrying' ? (recorded.wake_in ?? 0) : 0;
    const entry = stepEntry({
      run: this.#run,
      sequence,
      name,
      stepKind: 'step',
      status: 'succeeded',
      startedAt: 0,
    });
    if (recorded !== undefined) entry.startedAt = performance.now() - recorded.started_ago;
    this.#run.enterStep();
    this.#run.unfinished.begin(place);
    try {
      for (;;) {
        if (waitInMs > 0) await this.#backOff(entry, waitInMs);
        await this.#run.journalCommitted();
        const startedAt = performance.now();
        entry.attempt = attempts.length + 1;
        if (entry.startedAt === 0) entry.startedAt = startedAt;
        const open = this.#open(entry);
        try {
          const value = await this.#call(entry, call, options);
          if (this.#run.isOver) return await this.#run.haltHandler<T>();
          entry.output = this.#run.toJson(value, `the result of step "${name}"`);
        } catch (thrown) {
          if (this.#run.isOver) return await this.#run.haltHandler<T>();
          const error = this.#run.errorOf(thrown, name);
          attempts.push(endedAttempt(this.#run.host, { ...entry, startedAt }, error));
          entry.attempts = JSON.stringify(attempts);
          const delay = delayBeforeNext(options?.retry, entry.attempt, thrown);
          if (delay === undefined) throw this.#failNow(entry, error, thrown);
          waitInMs = Math.max(1, delay);
          this.#run.record({
            ...entry,
            status: 'retrying',
            error: JSON.stringify(error),
            wakeAt: performance.now() + waitInMs,
          });
          continue;
        } finally {
          this.#run.host.openSteps.delete(open);
        }
        entry.endedAt = performance.now();
        if (attempts.length > 0)
          entry.attempts = JSON.stringify([...attempts, endedAttempt(this.#run.host, { ...entry, startedAt })]);
        if (recorded?.status === 'retrying') this.#run.replay.diverge();
        entry.isNew = recorded === undefined && attempts.length === 0 && !open.isAnnounced;
        this.#run.record(entry);
        return fromJson<T>(entry.output);
      }
    } finally {
      this.#run.unfinished.end(place);
      this.#run.leaveStep();
    }
  }

  #call<T>(entry: StepEntry, call: StepFunction<T>, options: StepOptions | undefined): T | Promise<T> {
    const key = () => `${this.#run.taskId}/${this.#run.runCount}/${entry.sequence}`;
    const timeoutInMs = options?.timeoutInMs;
    return inStep(entry.sequence, () =>
      timeoutInMs === undefined
        ? call(new LazyStepCall(entry.attempt, key, () => this.#run.signal))
        : callWithin(timeoutInMs, entry.name, this.#run.signal, (signal) =>
            call(new LazyStepCall(entry.attempt, key, () => signal)),
          ),
    );
  }

  #open(entry: StepEntry): OpenStep {
    const open: OpenStep = {
      startedAt: performance.now(),
      isAnnounced: false,
      announce: () => this.#run.record({ ...entry, status: 'running' }),
    };
    this.#run.host.openSteps.add(open);
    return open;
  }

  async #backOff(entry: StepEntry, waitInMs: number): Promise<void> {
    if (waitInMs <= shortBackOffInMs) {
      await new Promise((resolve) => setTimeout(resolve, waitInMs));
      return;
    }
    this.#run.suspendStep();
    try {
      await this.#run.waits.forTime('step', entry, performance.now() + waitInMs, true);
    } finally {
      this.#run.enterStep();
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
    this.#run.record(failed);
    const failure = new StepFailedError(entry.name, error, thrown);
    this.#run.noteFailure(failure, failed);
    return failure;
  }

  #failedBefore(name: string, recorded: RecordedStep): StepFailedError {
    const error: TaskError = JSON.parse(recorded.error ?? '{"name":"Error","message":"","fingerprint":""}');
    const failure = new StepFailedError(name, error);
    const entry = stepEntry({
      run: this.#run,
      sequence: recorded.sequence,
      name,
      stepKind: 'step',
      status: 'failed',
      attempt: recorded.attempt,
      attempts: recorded.attempts,
      error: recorded.error,
      startedAt: performance.now() - recorded.started_ago,
    });
    this.#run.noteFailure(failure, entry);
    return failure;
  }
}
