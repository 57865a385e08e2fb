import type { ErrorCode, OperationName, ProblemDetail, StateBulkOutcome, StateFailure, TaskResponse } from '#contract';

/** Failures that the client itself finds, beside the service's codes. */
export type ClientErrorCode =
  /** The service could not be reached, or the connection broke and retries did not help. */
  | 'ConnectionFailed'
  /** No whole answer within `requestTimeoutInMs`. */
  | 'RequestTimedOut'
  /** An answer that is not of this interface: a proxy's page, broken JSON. */
  | 'UnexpectedAnswer'
  /** The credential gave no token. */
  | 'NoToken'
  /** A value was asked of a task that ended otherwise than `succeeded`; `task` holds it. */
  | 'TaskNotSucceeded'
  /** Some entries of a bulk save were refused; `outcomes` tells of each. */
  | 'BulkSaveFailed'
  /** What `ifNoneMatch` names is still what the service has. */
  | 'NotModified'
  /** A value that the caller's schema does not take; `details` says where. */
  | 'UnexpectedValue'
  /** An upload broke off, and its source cannot be read from the beginning again. */
  | 'SourceNotRewindable';

type Facts = {
  code: ErrorCode | ClientErrorCode;
  operation: OperationName;
  statusCode?: number | undefined;
  requestId?: string | undefined;
  details?: readonly ProblemDetail[] | undefined;
  failures?: readonly StateFailure[] | undefined;
  outcomes?: readonly StateBulkOutcome[] | undefined;
  receipt?: string | undefined;
  task?: TaskResponse | undefined;
  retryAfterInMs?: number | undefined;
  cause?: unknown;
};

/** The one error of a failed operation. Its message is the service's sentence and may be shown to people. */
export class RequestFailedError extends Error {
  override readonly name = 'RequestFailedError';
  readonly code: ErrorCode | ClientErrorCode;
  /** The operation that failed. */
  readonly operation: OperationName;
  /** The answer's HTTP status; `undefined` where there was no answer. */
  readonly statusCode: number | undefined;
  /** What the service's log calls this request. */
  readonly requestId: string | undefined;
  /** What is wrong with the input and where; empty when the input is not to blame. */
  readonly details: readonly ProblemDetail[];
  /** Which operations on state entries were refused, and why; empty for any other failure. */
  readonly failures: readonly StateFailure[];
  /** For `BulkSaveFailed`: one outcome for each entry, in the order given. */
  readonly outcomes: readonly StateBulkOutcome[] | undefined;
  /** For `BulkSaveFailed`: undoes what was saved. */
  readonly receipt: string | undefined;
  /** The task, for `TaskNotSucceeded`. */
  readonly task: TaskResponse | undefined;
  /** How long the service asks to wait before another try, where it does. */
  readonly retryAfterInMs: number | undefined;

  constructor(message: string, facts: Facts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    this.operation = facts.operation;
    this.statusCode = facts.statusCode;
    this.requestId = facts.requestId;
    this.details = facts.details ?? [];
    this.failures = facts.failures ?? [];
    this.outcomes = facts.outcomes;
    this.receipt = facts.receipt;
    this.task = facts.task;
    this.retryAfterInMs = facts.retryAfterInMs;
  }

  /** The entity tag that the refused entry has now; `undefined` where there is none, or several were refused. */
  get currentEtag(): string | undefined {
    return this.failures.length === 1 ? this.failures[0]?.currentEtag : undefined;
  }
}

/** Whether an error is a `RequestFailedError`, also across copies of this module. */
export function isRequestFailedError(error: unknown): error is RequestFailedError {
  return error instanceof Error && error.name === 'RequestFailedError' && 'code' in error && 'operation' in error;
}
