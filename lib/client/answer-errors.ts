import { isRestError, type PipelineRequest, type PipelineResponse } from '@azure/core-rest-pipeline';
import { type OperationName, type Problem, parseJson, problem } from '#contract';
import { AnswerTooLong } from './answer-too-long.ts';
import { NoTokenError } from './policies/authentication.ts';
import { timedOutCode } from './policies/deadline.ts';
import { requestIdHeader } from './policies/request-id.ts';
import { retryAfterInMs } from './policies/retry.ts';
import { RequestFailedError } from './request-failed-error.ts';

/** Returns the error of a failed answer. */
export function failedAnswer(operation: OperationName, response: PipelineResponse): RequestFailedError {
  if (response.status === 304)
    return new RequestFailedError('it has not changed', {
      operation,
      code: 'NotModified',
      statusCode: 304,
      requestId: requestIdOf(response),
    });
  const told = readProblem(response.bodyAsText);
  if (told === undefined) return unexpectedAnswer(operation, response);
  return new RequestFailedError(told.detail, {
    operation,
    code: told.code,
    statusCode: response.status,
    requestId: told.requestId,
    details: told.errors,
    failures: told.failures,
    retryAfterInMs: retryAfterInMs(response),
  });
}

/** Returns the error of an answer that does not come from this service. */
export function unexpectedAnswer(
  operation: OperationName,
  response: PipelineResponse,
  cause?: unknown,
): RequestFailedError {
  return new RequestFailedError(`the answer (HTTP ${response.status}) does not come from this service`, {
    operation,
    code: 'UnexpectedAnswer',
    statusCode: response.status,
    requestId: requestIdOf(response),
    cause,
  });
}

/**
 * Returns the error of a request without an answer. Errors that do not concern the connection are returned unchanged.
 */
export function failedSending(operation: OperationName, request: PipelineRequest, cause: unknown): unknown {
  const requestId = request.headers.get(requestIdHeader);
  if (cause instanceof NoTokenError)
    return new RequestFailedError(cause.message, { operation, code: 'NoToken', requestId, cause });
  if (cause instanceof AnswerTooLong)
    return new RequestFailedError(cause.message, { operation, code: 'UnexpectedAnswer', requestId, cause });
  if (!isRestError(cause)) return cause;
  const isTimeout = cause.code === timedOutCode;
  return new RequestFailedError(isTimeout ? cause.message : `the service cannot be reached: ${cause.message}`, {
    operation,
    code: isTimeout ? 'RequestTimedOut' : 'ConnectionFailed',
    requestId,
    cause,
  });
}

function requestIdOf(response: PipelineResponse): string | undefined {
  return response.headers.get(requestIdHeader) ?? response.request.headers.get(requestIdHeader);
}

function readProblem(text: string | null | undefined): Problem | undefined {
  try {
    return problem.safeParse(parseJson(text ?? '')).data;
  } catch {
    return undefined; // not JSON, so not a problem document
  }
}
