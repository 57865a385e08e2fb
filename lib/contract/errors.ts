import { z } from 'zod';
import { type ErrorCode, errorStatus } from './error-status.ts';

/** The codes of all errors. */
export const errorCodes = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]);

/** Why one operation on a state entry was refused, with the entry's current entity tag. */
export const stateFailure = z.object({
  operation: z.enum(['upsert', 'delete']).describe('Whether it was to be saved or deleted'),
  index: z.number().int().describe('Index among the upserts or among the deletes'),
  id: z.string().describe('Id of the entry'),
  code: errorCodes.describe('Identifies the error for programs'),
  message: z.string().describe('Why it was refused, in one sentence'),
  currentEtag: z.string().optional().describe('Omitted when the entry does not exist'),
});

/** One problem of the input. Its place is a JSON Pointer into the body, or `query/name`, `path/name`, `header/name`. */
export const problemDetail = z.object({
  pointer: z.string().describe('JSON Pointer into the body, or query/name, path/name, header/name'),
  message: z.string().describe('What is wrong there'),
});

/** The body of every failed answer: RFC 9457 `application/problem+json`. */
export const problem = z.object({
  type: z.string().describe('URI that identifies the kind of problem'),
  title: z.string().describe('Text of the HTTP status'),
  status: z.number().int().describe('HTTP status'),
  detail: z.string().describe('What is wrong, in one sentence that may be shown to people'),
  code: errorCodes.describe('Identifies the error for programs'),
  requestId: z.string().describe("Id of the request in the service's log"),
  errors: z.array(problemDetail).optional().describe('Problems of the input, each with its place'),
  failures: z.array(stateFailure).optional().describe('Refused operations on state entries, with the reasons'),
});

export type Problem = z.infer<typeof problem>;
export type ProblemDetail = z.infer<typeof problemDetail>;
export type StateFailure = z.infer<typeof stateFailure>;

/** An error with a code of the closed set. The message is for the caller and contains no secrets. */
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

/** The error of a request that is wrong in one place: a JSON Pointer into its body. */
export function invalidAt(pointer: string, message: string): TaskdeckError {
  return new TaskdeckError('InvalidRequest', `${pointer}: ${message}`, { details: [{ pointer, message }] });
}

/** Whether a value is an error of the closed set, also when another copy of this module created it. */
export function isTaskdeckError(error: unknown): error is TaskdeckError {
  return error instanceof Error && error.name === 'TaskdeckError' && 'code' in error;
}
