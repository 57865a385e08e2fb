import { ConfigError } from '#contract';
import { isAway } from '#database';
import { toldCauses } from '#engine';

/** What is told of the failure that ends the service: a sentence where somebody can mend it, else the stack. */
export function toldFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  if (isAway(error)) return `PostgreSQL cannot be used: ${toldCauses(error).message}`;
  return error.stack ?? error.message;
}
