import type { ProblemDetail } from './errors.ts';

/** As many problems are told in one message. */
const mostTold = 3;

/** The message of an input with these problems: each with its place, the first three. `whole` names the input itself. */
export function toldProblems(details: readonly ProblemDetail[], whole: string): string {
  const told = details.slice(0, mostTold).map(({ pointer, message }) => `${pointer || whole}: ${message}`);
  const more = details.length > mostTold ? ` (and ${details.length - mostTold} more)` : '';
  return `${told.join('; ')}${more}`;
}
