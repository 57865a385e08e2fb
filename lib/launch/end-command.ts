import { isAway } from '#database';
import { giveUp, StartError } from './steps.mjs';

/** Ends a command with its failure. That PostgreSQL cannot be used is told in a sentence, without a stack. */
export function endCommand(error: unknown): never {
  if (!isAway(error)) return giveUp(error);
  const { code = '', message }: { code?: unknown; message: string } = Object(error);
  giveUp(new StartError(`PostgreSQL cannot be used: ${message || code}`, { cause: error }));
}
