import { type Operation, TaskdeckError } from '#contract';
import { requireInside, requireTask } from '../../access/bounds.ts';
import type { Caller } from '../../access/caller.ts';
import type { Call } from '../../verb.ts';
import type { Plan } from './exchange.ts';
import { preconditioned } from './perform.ts';

/** Throws `OutsideBounds` for callers with bounds when an operation refuses them. */
export function requireBounded({ bounded }: Operation, { bounds }: Pick<Caller, 'bounds'>): void {
  if (bounds === undefined || bounded !== 'refused') return;
  throw new TaskdeckError('OutsideBounds', 'this tells of all tasks or stores, and you reach a part of them');
}

/**
 * Throws `TaskNotFound` when the path names no task inside of the caller's bounds, and `OutsideBounds` for the name of a store outside of them, whether or not there is one.
 */
export async function keepWithinBounds({ operation, service }: Plan, call: Call): Promise<void> {
  const { params, ifMatch, mustExist } = call;
  const { bounds } = call.caller;
  if (bounds === undefined) return;
  if (operation.bounded === 'store') requireInside(bounds, 'stores', named(params, 'storeName'));
  if (operation.bounded !== 'task') return;
  const id = named(params, 'id');
  const isConditional = ifMatch !== undefined || mustExist;
  await preconditioned(isConditional, () => requireTask(service.engine, id, call.caller));
}

function named(params: unknown, name: string): string {
  const value = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  if (typeof value !== 'string') throw new TypeError(`an operation that is bounded by its path has {${name}}`);
  return value;
}
