import type { IncomingMessage } from 'node:http';
import { fullScope, type Operation, TaskdeckError } from '#contract';
import type { Caller } from '../../access/caller.ts';
import { HttpError } from '../problem.ts';
import type { Plan } from './exchange.ts';

/**
 * Throws `InsufficientScope` unless the caller has every scope that the operation needs, and `PasswordChangeRequired` for
 * most operations while the caller has a generated password.
 */
export function authorise(operation: Operation, caller: Caller): void {
  if (caller.mustChangePassword === true && operation.isOpenBeforePasswordChange !== true)
    throw new TaskdeckError(
      'PasswordChangeRequired',
      'this operator has a generated password; change it first with POST /v1/identity/password',
    );
  if (typeof operation.scopes === 'string') return;
  const missing = operation.scopes.filter((scope) => !caller.scopes.has(scope)).map(fullScope);
  if (missing.length === 0) return;
  throw new HttpError('InsufficientScope', `this operation needs the scope ${missing.join(' and ')}`, {
    'www-authenticate': `Bearer realm="taskdeck", error="insufficient_scope", scope="${missing.join(' ')}"`,
  });
}

/** Why the request would be refused now; `undefined` when it would not be. A long answer checks it now and then. */
export async function refusalNow(
  { operation, service }: Plan,
  incoming: IncomingMessage,
): Promise<TaskdeckError | undefined> {
  try {
    authorise(operation, await service.authenticate(incoming.headers.authorization));
    return undefined;
  } catch (error) {
    if (error instanceof TaskdeckError && (error.status === 401 || error.status === 403)) return error;
    throw error;
  }
}
