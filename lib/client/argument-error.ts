import type { ProblemDetail } from '#contract';

/** A wrong argument, refused before anything was sent: `details` tell all that is wrong with it, and where. */
export type ArgumentError = (TypeError | RangeError) & { details: readonly ProblemDetail[] };

/** Whether an error tells of an argument that the client refused, before anything was sent. */
export function isArgumentError(error: unknown): error is ArgumentError {
  const isOfKind = error instanceof TypeError || error instanceof RangeError;
  return isOfKind && 'details' in error && Array.isArray(error.details);
}

/** `TypeError` where the type is wrong or something is missing, `RangeError` where the value is not one of those allowed. */
export type ArgumentErrorKind = new (message: string) => TypeError | RangeError;

export function argumentError(Kind: ArgumentErrorKind, first: ProblemDetail, ...more: ProblemDetail[]): ArgumentError {
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  const error = new Kind(`${first.pointer || 'the input'}: ${first.message}${others}`);
  return Object.assign(error, { details: [first, ...more] });
}
