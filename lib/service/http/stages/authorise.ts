import { isDeepStrictEqual } from 'node:util';
import { fullScope, type Operation, type Scope, TaskdeckError } from '#contract';
import type { Caller } from '../../access/caller.ts';
import { networkOf } from '../../access/network.ts';
import { HttpError } from '../problem.ts';
import type { Exchange, Plan } from './exchange.ts';

/**
 * Throws `InsufficientScope` unless the caller has every scope that the operation needs and that was used, and `PasswordChangeRequired` for
 * most operations while the caller has a generated password, and `PasskeyRequired` while they need a passkey and have none.
 */
export function authorise(operation: Operation, caller: Caller, used: Iterable<Scope> = []): void {
  if (caller.mustChangePassword === true && operation.isOpenBeforePasswordChange !== true)
    throw new TaskdeckError(
      'PasswordChangeRequired',
      'this operator has a generated password; change it first with POST /v1/identity/password',
    );
  const isOpen = operation.isOpenBeforePasswordChange === true || operation.isOpenBeforePasskey === true;
  if (caller.mustAddPasskey === true && !isOpen)
    throw new TaskdeckError(
      'PasskeyRequired',
      'this operator needs a passkey; add one first with POST /v1/identity/passkeys',
    );
  const needed = new Set([...(typeof operation.scopes === 'string' ? [] : operation.scopes), ...used]);
  const missing = [...needed].filter((scope) => !caller.scopes.has(scope)).map(fullScope);
  if (missing.length === 0) return;
  throw new HttpError('InsufficientScope', `this operation needs the scope ${missing.join(' and ')}`, {
    'www-authenticate': `Bearer realm="taskdeck", error="insufficient_scope", scope="${missing.join(' ')}"`,
  });
}

/**
 * Why the request would be refused now; `undefined` when it would not be, and the exchange then has the caller's present
 * scopes. A long answer checks it now and then.
 */
export async function refusalNow({ operation, service }: Plan, exchange: Exchange): Promise<TaskdeckError | undefined> {
  try {
    const caller = await service.authenticate(exchange.incoming.headers.authorization, networkOf(exchange.address));
    authorise(operation, caller, exchange.usedScopes);
    if (!isDeepStrictEqual(caller.bounds, exchange.caller.bounds))
      throw new TaskdeckError('OutsideBounds', 'your bounds have changed meanwhile: ask again');
    exchange.caller = caller;
    return undefined;
  } catch (error) {
    if (error instanceof TaskdeckError && (error.status === 401 || error.status === 403)) return error;
    throw error;
  }
}

/** Throws what refuses the request now. A body may take hours to arrive, and its caller may have lost the rights since. */
export async function authoriseAgain(plan: Plan, exchange: Exchange): Promise<void> {
  if (plan.operation.scopes === 'anonymous') return;
  const refusal = await refusalNow(plan, exchange);
  if (refusal !== undefined) throw refusal;
}
