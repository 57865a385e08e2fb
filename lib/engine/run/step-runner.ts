import type { StepAttempt, TaskError } from '#contract';
import type { StepCall, StepOptions } from './definition.ts';
import type { Execution } from './execution.ts';
import { StepFailedError } from './failures.ts';
import type { OpenStep } from './host.ts';
import type { StepEntry } from './journal-entry.ts';
import { fromJson } from './output.ts';
import type { RecordedStep } from './read-journal.ts';
import { delayBeforeNext } from './retry.ts';
import { inStep } from './running-step.ts';
import { callWithin, LazyStepCall } from './step-call.ts';

/** Back-off up to this long is waited for in memory. */
const shortBackOffInMs = 500;

type StepFunction<T> = (call: StepCall) => T | Promise<T>;

/** Runs the steps of one execution. */
export class StepRunner {
  readonly #run: Execution;

  constructor(run: Execution) {
    this.#run = run;
  }

  /** See `TaskContext.step`. */
  async run<T>(name: string, call: StepFunction<T>, options: StepOptions | undefined): Promise<T> {
    const place = this.#run.place(name, 'step');
    const { recorded, sequence } = place;
    if (recorded?.status === 'succeeded') return fromJson<T>(recorded.output);
    if (recorded?.status === 'failed') throw this.#failedBefore(name, recorded);
    const attempts: StepAttempt[] = recorded?.attempts ? JSON.parse(recorded.attempts) : [];
    let waitInMs = recorded?.status === 'retrying' ? (recorded.wake_in ?? 0) : 0;
    const entry: StepEntry = {
      kind: 'step',
      run: this.#run,
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
    this.#run.enterStep();
    try {
      for (;;) {
        if (waitInMs > 0) await this.#backOff(entry, waitInMs);
        await this.#run.settled();
        const startedAt = performance.now();
        entry.attempt = attempts.length + 1;
        if (entry.startedAt === 0) entry.startedAt = startedAt;
        const open = this.#open(entry);
        try {
          const value = await this.#call(entry, call, options);
          if (this.#run.isOver) return await this.#run.stopped<T>();
          entry.output = this.#run.toJson(value, `the result of step "${name}"`);
        } catch (thrown) {
          if (this.#run.isOver) return await this.#run.stopped<T>();
          const error = this.#run.errorOf(thrown, name);
          attempts.push(this.#attemptOf(entry.attempt, startedAt, error));
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
          entry.attempts = JSON.stringify([...attempts, this.#attemptOf(entry.attempt, startedAt)]);
        if (recorded?.status === 'retrying') this.#run.diverge();
        this.#run.record(entry);
        return fromJson<T>(entry.output);
      }
    } finally {
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
    this.#run.pauseStep();
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
    const entry: StepEntry = {
      kind: 'step',
      run: this.#run,
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
    this.#run.noteFailure(failure, entry);
    return failure;
  }

  #attemptOf(attempt: number, startedAt: number, error?: TaskError): StepAttempt {
    return {
      attempt,
      startedOn: this.#run.host.timeOf(startedAt),
      endedOn: this.#run.host.timeOf(performance.now()),
      worker: this.#run.host.owner.name,
      ...(error !== undefined && { error }),
    };
  }
}
