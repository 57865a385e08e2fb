import type { ErrorCode, OperationName, ProblemDetail, StateBulkOutcome, StateFailure, TaskResponse } from '#contract';

/** Codes of failures that the client detects. */
export type ClientErrorCode =
  /** The service could not be reached, or the connection was lost and retries failed. */
  | 'ConnectionFailed'
  /** No complete answer within `requestTimeoutInMs`, or the call was not done within its `timeoutInMs`. */
  | 'RequestTimedOut'
  /** An answer that does not come from this service, such as a proxy's page or invalid JSON. */
  | 'UnexpectedAnswer'
  /** The credential returned no token. */
  | 'NoToken'
  /** The task ended with another status than `succeeded`; `task` contains it. */
  | 'TaskNotSucceeded'
  /** Some entries of a bulk save were refused; `outcomes` lists all. */
  | 'BulkSaveFailed'
  /** The etag in `ifNoneMatch` is still current. */
  | 'NotModified'
  /** The caller's schema rejected a value; `details` name the place. */
  | 'UnexpectedValue'
  /** An upload was interrupted, and its source cannot be read again. */
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

/** The error of a failed operation. Its message is the service's sentence and may be shown to people. */
export class RequestFailedError extends Error {
  override readonly name = 'RequestFailedError';
  readonly code: ErrorCode | ClientErrorCode;
  /** The operation that failed. */
  readonly operation: OperationName;
  /** The answer's HTTP status; `undefined` without an answer. */
  readonly statusCode: number | undefined;
  /** The id of the request in the service's log. */
  readonly requestId: string | undefined;
  /** The problems of the input with their places. Empty for other errors. */
  readonly details: readonly ProblemDetail[];
  /** Refused operations on state entries, with the reasons. Empty for other errors. */
  readonly failures: readonly StateFailure[];
  /** For `BulkSaveFailed`: one outcome for each entry, in the order of the input. */
  readonly outcomes: readonly StateBulkOutcome[] | undefined;
  /** For `BulkSaveFailed`: the receipt that undoes the saved entries. */
  readonly receipt: string | undefined;
  /** The task, for `TaskNotSucceeded`. */
  readonly task: TaskResponse | undefined;
  /** The wait that the service requests before a retry, if any. */
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

  /** The current entity tag of the refused entry. `undefined` when the entry does not exist or several were refused. */
  get currentEtag(): string | undefined {
    return this.failures.length === 1 ? this.failures[0]?.currentEtag : undefined;
  }
}

/** Whether a value is a `RequestFailedError`, also when another copy of this module created it. */
export function isRequestFailedError(error: unknown): error is RequestFailedError {
  return error instanceof Error && error.name === 'RequestFailedError' && 'code' in error && 'operation' in error;
}
