import {
  type Bounds,
  type BulkAction,
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
import { asksForSteps, requireStepScope } from '../tasks/step-scope.ts';
import type { Call } from '../verb.ts';

/** Throws `InsufficientScope` when the caller lacks the scope of the action that a bulk operation does. */
export function requireActionScope({ may }: Pick<Call, 'may'>, kind: BulkActionKind): void {
  const scope = bulkActionScopes[kind];
  if (may(scope)) return;
  throw new TaskdeckError('InsufficientScope', `this bulk operation needs the scope ${fullScope(scope)}`);
}

type Asked = { action: BulkAction; selection: BulkSelection };

/** What a bulk operation asks about steps: with its filter, and as a fork from a step of some name. */
function askedOfSteps({ action, selection }: Asked) {
  const fromStep = action.kind === 'fork' ? action.fromStep : undefined;
  return { ...('filter' in selection && selection.filter), fromStep };
}

/** The scope that a bulk operation takes besides that of its action: it asks about steps. */
export function stepScopesOf(asked: Asked): Scope[] {
  return asksForSteps(askedOfSteps(asked)) ? ['steps/read'] : [];
}

/** Throws `InsufficientScope` when a bulk operation asks about steps and the caller may not read them. */
export function requireBulkStepScope(call: Pick<Call, 'may'>, asked: Asked): void {
  requireStepScope(call, askedOfSteps(asked));
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
  const action = actionOf(operation);
  const selection = readStored<BulkSelection>(operation.selection);
  const needed: Scope[] = ['tasks/read', bulkActionScopes[action.kind], ...stepScopesOf({ action, selection })];
  const missing = needed.filter((scope) => !now.scopes.has(scope)).map(fullScope);
  return missing.length === 0 ? undefined : `${name} has lost the scope ${missing.join(' and ')}.`;
}
