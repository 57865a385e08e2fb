import {
  type Bounds,
  type BulkActionKind,
  type BulkSelection,
  bulkActionScopes,
  fullScope,
  type Scope,
  TaskdeckError,
} from '#contract';
import { readStored } from '#database';
import { actionOf, type OperationRow } from '#engine';
import { reachesNoFurther } from '../access/bounds.ts';
import { callerNow } from '../access/caller-now.ts';
import type { Service } from '../service.ts';
import { asksForSteps } from '../tasks/step-scope.ts';
import type { Call } from '../verb.ts';

/** Throws `InsufficientScope` when the caller lacks the scope of the action that a bulk operation does. */
export function requireActionScope({ may }: Pick<Call, 'may'>, kind: BulkActionKind): void {
  const scope = bulkActionScopes[kind];
  if (may(scope)) return;
  throw new TaskdeckError('InsufficientScope', `this bulk operation needs the scope ${fullScope(scope)}`);
}

/** The scope that a selection takes besides: its filter asks about steps. */
export function stepScopesOf(selection: BulkSelection): Scope[] {
  return 'filter' in selection && asksForSteps(selection.filter) ? ['steps/read'] : [];
}

/**
 * Why the creator of a bulk operation may not act any more; `undefined` when it may. The rights of an operator and of an
 * API key are read again, and whether the operator still has the passkey that they need. Those of a caller from elsewhere cannot be, so they last as long as its token.
 */
export async function whyNotAllowed(
  service: Pick<Service, 'database' | 'config' | 'clock'>,
  operation: OperationRow,
): Promise<string | undefined> {
  const { creator_kind: kind, creator_id: id, creator_name: name, creator_until: until } = operation;
  if (kind === 'external') {
    if (until === null || Date.parse(until) > service.clock.now()) return undefined;
    return `The token of ${name} has expired.`;
  }
  const now = await callerNow(service, { kind, id });
  if (now === undefined) return `${name} has no access any more.`;
  if (now.mustAddPasskey === true) return `${name} needs a passkey and has none any more.`;
  if (!reachesNoFurther(readStored<Bounds>(operation.creator_bounds), now.bounds))
    return `${name} reaches fewer tasks than at its creation.`;
  const selection = readStored<BulkSelection>(operation.selection);
  const needed: Scope[] = ['tasks/read', bulkActionScopes[actionOf(operation).kind], ...stepScopesOf(selection)];
  const missing = needed.filter((scope) => !now.scopes.has(scope)).map(fullScope);
  return missing.length === 0 ? undefined : `${name} has lost the scope ${missing.join(' and ')}.`;
}
