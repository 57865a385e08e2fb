import { type ProblemDetail, toldProblems } from '#contract';

/** A wrong argument, refused before a request was sent. `details` list every problem and its place. */
export type ArgumentError = (TypeError | RangeError) & { details: readonly ProblemDetail[] };

/** Whether an error is a wrong argument that the client refused before a request was sent. */
export function isArgumentError(error: unknown): error is ArgumentError {
  const isOfKind = error instanceof TypeError || error instanceof RangeError;
  return isOfKind && 'details' in error && Array.isArray(error.details);
}

/** Returns a `TypeError` when a type is wrong or a member is missing, a `RangeError` when a value is not allowed. */
export type ArgumentErrorKind = new (message: string) => TypeError | RangeError;

export function argumentError(Kind: ArgumentErrorKind, first: ProblemDetail, ...more: ProblemDetail[]): ArgumentError {
  const details = [first, ...more];
  return Object.assign(new Kind(toldProblems(details, 'the input')), { details });
}
