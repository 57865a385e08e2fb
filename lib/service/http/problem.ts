import { STATUS_CODES } from 'node:http';
import { foundNoRoom, NoAnswerError, StoreRefusedError } from '#blobs';
import {
  type ErrorCode,
  errorStatus,
  isTaskdeckError,
  type Problem,
  type ProblemDetail,
  type StateFailure,
  TaskdeckError,
} from '#contract';
import { failureKind, foundDiskFull, foundReadOnly, isLoginRefused } from '#database';

/** A failure, ready to be answered. */
export type Failure = {
  code: ErrorCode;
  status: number;
  detail: string;
  errors: readonly ProblemDetail[] | undefined;
  failures: readonly StateFailure[] | undefined;
  headers: Record<string, string>;
  /** Whether the failure is unexpected: it is logged with its cause, and the caller gets only the request id. */
  isUnforeseen: boolean;
};

/** An error of the closed set with additional headers in its answer, for example `Retry-After` or `Allow`. */
export class HttpError extends TaskdeckError {
  readonly headers: Record<string, string>;
  constructor(
    code: ErrorCode,
    message: string,
    headers: Record<string, string>,
    options: { details?: readonly ProblemDetail[]; cause?: unknown } = {},
  ) {
    super(code, message, options);
    this.headers = headers;
  }
}

/** Converts every thrown value to what the caller is told. */
export function toFailure(error: unknown): Failure {
  if (isTaskdeckError(error)) {
    const headers = { ...defaultHeaders(error.code), ...(error instanceof HttpError ? error.headers : {}) };
    return { ...failure(error.code, error.message, headers, error.details), failures: error.failures };
  }
  if (error instanceof NoAnswerError)
    return failure('ServiceUnavailable', `${error.message}; try again`, { 'retry-after': '1' });
  if (error instanceof StoreRefusedError)
    return {
      ...failure('ServiceUnavailable', 'the blob store refuses requests; the log of the service says why', {
        'retry-after': '1',
      }),
      isUnforeseen: true,
    };
  if (foundNoRoom(error))
    // a service writes nothing but blobs to the file system while it answers
    return {
      ...failure('ServiceUnavailable', 'the disk of the blob store is full: free space or enlarge it, then try again', {
        'retry-after': '1',
      }),
      isUnforeseen: true,
    };
  if (foundDiskFull(error))
    return {
      ...failure('ServiceUnavailable', 'the disk of the database is full: free space or enlarge it, then try again', {
        'retry-after': '1',
      }),
      isUnforeseen: true,
    };
  if (foundReadOnly(error))
    return {
      ...failure('ServiceUnavailable', 'the database is read-only, as when its disk is nearly full; try again later', {
        'retry-after': '1',
      }),
      isUnforeseen: true,
    };
  const kind = failureKind(error);
  if (kind === 'raceLost')
    return failure('ServiceUnavailable', 'other callers changed the same records again and again; try again', {
      'retry-after': '1',
    });
  if (kind === 'overloaded')
    return {
      ...failure('ServiceUnavailable', 'the database lacks time or a resource for this; try again', {
        'retry-after': '1',
      }),
      isUnforeseen: true,
    };
  if (kind === 'away')
    return {
      ...failure('ServiceUnavailable', 'the database or the blob store cannot be reached; try again', {
        'retry-after': '1',
      }),
      isUnforeseen: isLoginRefused(error), // that does not pass by itself
    };
  return {
    ...failure('InternalError', 'something failed inside the service; quote the request id'),
    isUnforeseen: true,
  };
}

/** The RFC 9457 document of a failure. */
export function toProblem(failed: Failure, requestId: string): Problem {
  return {
    type: `https://taskdeck.dev/problems/${failed.code}`,
    title: STATUS_CODES[failed.status] ?? failed.code,
    status: failed.status,
    detail: failed.detail,
    code: failed.code,
    requestId,
    ...(failed.errors === undefined ? {} : { errors: [...failed.errors] }),
    ...(failed.failures === undefined ? {} : { failures: [...failed.failures] }),
  };
}

function failure(
  code: ErrorCode,
  detail: string,
  headers: Record<string, string> = {},
  errors?: readonly ProblemDetail[],
): Failure {
  return { code, status: errorStatus[code], detail, errors, failures: undefined, headers, isUnforeseen: false };
}

function defaultHeaders(code: ErrorCode): Record<string, string> {
  if (code === 'Unauthenticated' || code === 'InvalidCredentials')
    return { 'www-authenticate': 'Bearer realm="taskdeck"' };
  if (code === 'ServiceUnavailable' || code === 'IdempotencyKeyInUse') return { 'retry-after': '1' };
  if (code === 'TooManyRequests') return { 'retry-after': '60' };
  return {};
}
