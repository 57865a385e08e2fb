import type { TaskContext } from '../definition/definition.ts';
import type { RunSecrets } from '../run/run-secrets.ts';
import { RunContext } from './context.ts';

/** Returns the secrets of the run that a context belongs to. */
export function runSecretsOf(context: TaskContext): RunSecrets {
  return RunContext.secretsOf(context);
}

/** See `RunContext.carryMarks`. */
export const carryMarks: typeof RunContext.carryMarks = (context, carried) => RunContext.carryMarks(context, carried);
