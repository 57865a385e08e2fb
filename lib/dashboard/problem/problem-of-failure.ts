import { isArgumentError, isRequestFailedError } from '#client';
import { scopePrefix } from '#contract';
import { asSentence } from './as-sentence.ts';
import { type DashboardProblem, isProblemError } from './problem.ts';

const words = {
  ConnectionFailed: { code: 'Unreachable', detail: 'The service cannot be reached.' },
  RequestTimedOut: { code: 'Unreachable', detail: 'The service did not answer in time.' },
  UnexpectedAnswer: { code: 'BadAnswer', detail: 'The answer did not come from the service.' },
  NoToken: { code: 'Unauthenticated', detail: 'The session has ended. Sign in again.' },
  TaskNotSucceeded: { code: 'BadAnswer', detail: 'The task did not succeed.' },
} as const;

/** Any failure of a call to the service in words for the screen. What is not the service's own stays in the log. */
export function problemOfFailure(error: unknown): DashboardProblem {
  if (isProblemError(error)) return error.problem;
  if (isArgumentError(error))
    return { code: 'InvalidRequest', detail: asSentence(error.message), errors: error.details };
  if (isRefusedArgument(error)) return { code: 'InvalidRequest', detail: asSentence(error.message) };
  if (!isRequestFailedError(error)) {
    const requestId = crypto.randomUUID();
    console.error(`request ${requestId} failed`, error);
    return { code: 'InternalError', detail: 'An error occurred in the dashboard. See its log.', requestId };
  }
  const own = error.code in words ? words[asOwnCode(error.code)] : undefined;
  return {
    ...(own ?? { code: asServiceCode(error.code), detail: detailOf(error) }),
    ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
    ...(error.details.length === 0 ? {} : { errors: error.details }),
    ...(error.failures.length === 0 ? {} : { failures: error.failures }),
    ...(error.retryAfterInMs === undefined ? {} : { retryAfterInSeconds: Math.ceil(error.retryAfterInMs / 1_000) }),
  };
}

/** The dashboard names scopes without their prefix, and says who can grant one. Not every refusal of a right is for a scope. */
function detailOf({ code, message }: { code: string; message: string }): string {
  const detail = asSentence(message);
  if (code !== 'InsufficientScope' || !detail.includes(scopePrefix)) return detail;
  return `${detail.replaceAll(scopePrefix, '')} Ask an operator who manages operators.`;
}

/** What the contract does not allow is refused by the client itself, by the argument's name: a link may hold anything. */
function isRefusedArgument(error: unknown): error is RangeError {
  return error instanceof RangeError && /^[\w./]+: /.test(error.message);
}

/** Called only where the code is a key of `words`. */
function asOwnCode(code: string): keyof typeof words {
  return code as keyof typeof words;
}

/** Called only where the code is none of the client's own, so it is the service's. */
function asServiceCode(code: string): DashboardProblem['code'] {
  return code as DashboardProblem['code'];
}
