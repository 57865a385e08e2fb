import type { ErrorCode, OperationName, ProblemDetail, TaskResponse } from '#contract';

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
  | 'TaskNotSucceeded';

type Facts = {
  code: ErrorCode | ClientErrorCode;
  operation: OperationName;
  statusCode?: number | undefined;
  requestId?: string | undefined;
  details?: readonly ProblemDetail[] | undefined;
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
    this.task = facts.task;
    this.retryAfterInMs = facts.retryAfterInMs;
  }
}

/** Whether an error is a `RequestFailedError`, also across copies of this module. */
export function isRequestFailedError(error: unknown): error is RequestFailedError {
  return error instanceof Error && error.name === 'RequestFailedError' && 'code' in error && 'operation' in error;
}
