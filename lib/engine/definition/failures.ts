import type { ErrorCode, StateFailure, TaskError, TaskStatus } from '#contract';

/**
 * Lets `instanceof` know errors of other copies of this package: the worker's copy throws what task modules catch with the
 * copy that is installed in their own project. Subclasses of the class are known as usual.
 */
function knowAcrossCopies(errorClass: { prototype: Error }, name: string): void {
  const mark = Symbol.for(`taskdeck.${name}`);
  const isInstance = Function.prototype[Symbol.hasInstance];
  Object.defineProperty(errorClass.prototype, mark, { value: true });
  Object.defineProperty(errorClass, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== errorClass) return isInstance.call(this, value);
      return typeof value === 'object' && value !== null && mark in value;
    },
  });
}

/** Thrown by a handler or step to fail the run without further attempts. */
export class NonRetryableError extends Error {
  static {
    knowAcrossCopies(NonRetryableError, 'NonRetryableError');
  }

  override name = 'NonRetryableError';
}

/**
 * Thrown when the attempts of a step are used up. `cause` is the error of the last attempt, unless that was in an
 * earlier process.
 */
export class StepFailedError extends Error {
  static {
    knowAcrossCopies(StepFailedError, 'StepFailedError');
  }

  override readonly name: string;
  readonly step: string;
  readonly failure: TaskError;

  constructor(step: string, failure: TaskError, cause?: unknown) {
    super(failure.message, { cause });
    this.name = failure.name;
    this.step = step;
    this.failure = failure;
    if (failure.stack !== undefined) this.stack = failure.stack;
  }
}

/**
 * Thrown when state refuses a call, such as a save whose `ifMatch` no longer holds (`PreconditionFailed`). Nothing was
 * written. `failures` names each refused operation of a save or transaction with its code and the entry's entity tag at
 * that time.
 */
export class StateRefusedError extends Error {
  static {
    knowAcrossCopies(StateRefusedError, 'StateRefusedError');
  }

  override readonly name = 'StateRefusedError';
  readonly code: ErrorCode;
  readonly step: string;
  readonly failures: readonly StateFailure[];

  constructor(step: string, code: ErrorCode, message: string, failures: readonly StateFailure[]) {
    super(message);
    this.code = code;
    this.step = step;
    this.failures = failures;
  }
}

/** Thrown when an awaited task did not succeed. */
export class TaskEndedError extends Error {
  static {
    knowAcrossCopies(TaskEndedError, 'TaskEndedError');
  }

  override readonly name = 'TaskEndedError';
  readonly taskId: string;
  readonly status: TaskStatus | 'missing';

  constructor(taskId: string, status: TaskStatus | 'missing', reason?: string) {
    super(
      status === 'missing'
        ? `there is no task "${taskId}" to wait for`
        : `task "${taskId}" ended as ${status}${reason === undefined ? '' : `: ${reason}`}`,
    );
    this.taskId = taskId;
    this.status = status;
  }
}

export type Interruption = 'cancelled' | 'timedOut' | 'paused' | 'stopping' | 'leaseLost';

/** Rejects a handler's calls, and is its signal's reason, when the run must stop here. Do not catch it to continue. */
export class RunInterruptedError extends Error {
  static {
    knowAcrossCopies(RunInterruptedError, 'RunInterruptedError');
  }

  override readonly name = 'RunInterruptedError';
  readonly reason: Interruption;

  constructor(reason: Interruption) {
    super(`the run no longer belongs to this worker: ${reason}`);
    this.reason = reason;
  }
}

/** Thrown when an attempt of a step exceeds its `timeoutInMs`. */
export class StepTimeoutError extends Error {
  static {
    knowAcrossCopies(StepTimeoutError, 'StepTimeoutError');
  }

  override readonly name = 'StepTimeoutError';

  constructor(step: string, timeoutInMs: number) {
    super(`step "${step}" took longer than ${timeoutInMs} ms`);
  }
}
