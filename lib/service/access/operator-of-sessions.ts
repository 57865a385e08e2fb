import { TaskdeckError } from '#contract';
import type { Call } from '../verb.ts';

/**
 * The id of the operator whose sessions a call is about: the one it names, else the caller. `undefined` for a caller that
 * is no operator. Another one's sessions need `operators/manage`.
 */
export function operatorOfSessions({ caller, may }: Pick<Call, 'caller' | 'may'>, named?: string): string | undefined {
  const own = caller.kind === 'operator' ? caller.id : undefined;
  if (named === undefined || named === own) return own;
  if (!may('operators/manage'))
    throw new TaskdeckError('InsufficientScope', 'the sessions of another operator need operators/manage');
  return named;
}
