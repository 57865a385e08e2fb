import { z } from 'zod';

/** The closed set of error codes with the HTTP status that carries each. */
export const errorStatus = {
  InvalidRequest: 400,
  InvalidJson: 400,
  LimitExceeded: 400,
  InvalidContinuationToken: 400,
  UnknownTaskType: 400,
  ContentHashMismatch: 400,
  IncompleteBlob: 400,
  Unauthenticated: 401,
  InvalidCredentials: 401,
  InsufficientScope: 403,
  TaskNotFound: 404,
  RunNotFound: 404,
  StepNotFound: 404,
  OperatorNotFound: 404,
  ApiKeyNotFound: 404,
  SecretNotFound: 404,
  TaskTypeNotFound: 404,
  OperationNotFound: 404,
  StoreNotFound: 404,
  StateNotFound: 404,
  StateVersionNotFound: 404,
  BlobNotFound: 404,
  UploadNotFound: 404,
  LockNotFound: 404,
  MethodNotAllowed: 405,
  TaskAlreadyExists: 409,
  OperatorAlreadyExists: 409,
  InvalidTransition: 409,
  TaskIsActive: 409,
  IdempotencyKeyReused: 409,
  IdempotencyKeyInUse: 409,
  LastManager: 409,
  StateAlreadyExists: 409,
  BlobAlreadyExists: 409,
  BlobNotAccepted: 409,
  ReceiptOutdated: 409,
  LockHeld: 409,
  LockLost: 409,
  UploadOffsetMismatch: 409,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  InvalidRange: 416,
  StateSchemaViolation: 422,
  UploadInUse: 423,
  ConditionRequired: 428,
  TooManyRequests: 429,
  InternalError: 500,
  ServiceUnavailable: 503,
} as const;

/** What went wrong, as a word that programs can rely on. */
export type ErrorCode = keyof typeof errorStatus;

const errorCodes = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]);

/** Why one operation on a state entry was refused, with the entry's entity tag as it is now. */
export const stateFailure = z.object({
  operation: z.enum(['upsert', 'delete']),
  index: z.number().int().describe('Its place among the upserts or the deletes'),
  id: z.string(),
  code: errorCodes,
  message: z.string(),
  currentEtag: z.string().optional().describe('Left out where there is no entry'),
});

/** One thing wrong with the input and where, as a JSON Pointer into the body or `query/name`, `path/name`, `header/name`. */
export const problemDetail = z.object({ pointer: z.string(), message: z.string() });

/** The one shape of a failed answer: RFC 9457 `application/problem+json`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: errorCodes,
  requestId: z.string(),
  errors: z.array(problemDetail).optional(),
  failures: z.array(stateFailure).optional().describe('Which operations on state entries were refused, and why'),
});

export type Problem = z.infer<typeof problem>;
export type ProblemDetail = z.infer<typeof problemDetail>;
export type StateFailure = z.infer<typeof stateFailure>;

/** A failure with a code of the closed set. Its message is meant for the caller; nothing secret goes into it. */
export class TaskdeckError extends Error {
  override readonly name = 'TaskdeckError';
  readonly code: ErrorCode;
  readonly details: readonly ProblemDetail[] | undefined;
  readonly failures: readonly StateFailure[] | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: readonly ProblemDetail[]; failures?: readonly StateFailure[]; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.failures = options.failures;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Whether an error is one of the closed set, also across copies of this module. */
export function isTaskdeckError(error: unknown): error is TaskdeckError {
  return error instanceof Error && error.name === 'TaskdeckError' && 'code' in error;
}
