import { isDeepStrictEqual } from 'node:util';
import { type OperationName, operations, TaskdeckError } from '#contract';
import { holdLock, type Transaction } from '#database';
import { authorise } from '../http/stages/authorise.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { callerNow } from './caller-now.ts';

/**
 * Serialises changes of who may do what, so that two managers cannot remove each other. Returns the caller with the rights
 * that are left by then: whoever waits here for a change that takes them away gives nobody what is lost. Throws
 * `Unauthenticated`, `InsufficientScope` and `OutsideBounds`.
 */
export async function lockManagers(
  transaction: Transaction,
  { config }: Pick<Service, 'config'>,
  operation: OperationName,
  caller: Caller,
): Promise<Caller> {
  await holdLock(transaction, 'operatorManagers');
  if (caller.kind !== 'operator' && caller.kind !== 'apiKey') return caller; // its token alone says what it may
  const now = await callerNow({ database: transaction, config }, caller);
  if (now === undefined) throw new TaskdeckError('Unauthenticated', 'the token is not valid any more');
  if (!isDeepStrictEqual(now.bounds, caller.bounds))
    throw new TaskdeckError('OutsideBounds', 'your bounds have changed meanwhile: ask again');
  const left = { ...caller, scopes: caller.scopes.intersection(now.scopes) };
  authorise(operations[operation], left);
  return left;
}
