import { isThrownError } from '#contract';
import { isAway } from '#database';
import { toldCauses } from '#engine';
import { giveUp, StartError } from './steps.mjs';

/** Ends a command with its failure. That PostgreSQL cannot be used is told in a sentence, without a stack. */
export function endCommand(error: unknown): never {
  if (!isThrownError(error) || !isAway(error)) return giveUp(error);
  giveUp(new StartError(`PostgreSQL cannot be used: ${toldCauses(error).message}`, { cause: error }));
}
