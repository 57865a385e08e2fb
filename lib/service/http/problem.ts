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
import { failureKind, foundDiskFull, foundReadOnly, isLoginRefused, lacksDescriptors } from '#database';

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
  const unforeseen = failure('InternalError', 'something failed inside the service; quote the request id');
  return unavailableBy(error) ?? { ...unforeseen, isUnforeseen: true };
}

/** What is said of something that the service needs and that does not serve it. */
function unavailableBy(error: unknown): Failure | undefined {
  if (error instanceof NoAnswerError) return unavailable(`${error.message}; try again`);
  if (error instanceof StoreRefusedError)
    return unavailable('the blob store refuses requests; the log of the service says why', 'logged');
  // a service writes nothing but blobs to the file system while it answers
  if (foundNoRoom(error))
    return unavailable('the disk of the blob store is full: free space or enlarge it, then try again', 'logged');
  if (foundDiskFull(error))
    return unavailable('the disk of the database is full: free space or enlarge it, then try again', 'logged');
  if (foundReadOnly(error))
    return unavailable('the database is read-only, as when its disk is nearly full; try again later', 'logged');
  if (lacksDescriptors(error))
    return unavailable('the service has too many open connections and files: raise its limit, or try again', 'logged');
  switch (failureKind(error)) {
    case 'raceLost':
      return unavailable('other callers changed the same records again and again; try again');
    case 'overloaded':
      return unavailable('the database lacks time or a resource for this; try again', 'logged');
    case 'away':
      return unavailable(
        'the database or the blob store cannot be reached; try again',
        isLoginRefused(error) ? 'logged' : undefined, // that does not pass by itself
      );
    default:
      return undefined;
  }
}

function unavailable(detail: string, logged?: 'logged'): Failure {
  return { ...failure('ServiceUnavailable', detail, { 'retry-after': '1' }), isUnforeseen: logged !== undefined };
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
