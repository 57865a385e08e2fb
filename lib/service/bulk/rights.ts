import { type Bounds, type BulkActionKind, bulkActionScopes, fullScope, type Scope, TaskdeckError } from '#contract';
import { type Clock, type Database, readStored } from '#database';
import { actionOf, type OperationRow } from '#engine';
import { reachesNoFurther } from '../access/bounds.ts';
import { boundsOfKey } from '../api-keys/row.ts';
import type { Call } from '../verb.ts';

/** Throws `InsufficientScope` when the caller lacks the scope of the action that a bulk operation does. */
export function requireActionScope({ may }: Pick<Call, 'may'>, kind: BulkActionKind): void {
  const scope = bulkActionScopes[kind];
  if (may(scope)) return;
  throw new TaskdeckError('InsufficientScope', `this bulk operation needs the scope ${fullScope(scope)}`);
}

/**
 * Why the creator of a bulk operation may not act any more; `undefined` when it may. The rights of an operator and of an
 * API key are read again. Those of a caller from elsewhere cannot be, so they last as long as its token.
 */
export async function whyNotAllowed(
  { database, clock }: { database: Database; clock: Clock },
  operation: OperationRow,
): Promise<string | undefined> {
  const { creator_kind: kind, creator_id: id, creator_name: name, creator_until: until } = operation;
  if (kind === 'external') {
    if (until === null || Date.parse(until) > clock.now()) return undefined;
    return `The token of ${name} has expired.`;
  }
  const now = kind === 'apiKey' ? await rightsOfKey(database, id) : await rightsOfOperator(database, id);
  if (now === undefined) return `${name} has no access any more.`;
  if (!reachesNoFurther(readStored<Bounds>(operation.creator_bounds), now.bounds))
    return `${name} reaches fewer tasks than at its creation.`;
  const { scopes } = now;
  const needed: Scope[] = ['tasks/read', bulkActionScopes[actionOf(operation).kind]];
  const missing = needed.filter((scope) => !scopes.includes(scope)).map(fullScope);
  return missing.length === 0 ? undefined : `${name} has lost the scope ${missing.join(' and ')}.`;
}

type Rights = { scopes: string[]; bounds: Bounds | undefined };

async function rightsOfOperator(database: Database, id: string): Promise<Rights | undefined> {
  const [row] = await database<{ scopes: string[]; bounds: string | null }[]>`
    select scopes, bounds from operator where id = ${id} and not is_disabled`;
  return row && { scopes: row.scopes, bounds: readStored<Bounds>(row.bounds) };
}

type KeyRow = { scopes: string[]; limit: string[] | null; bounds: string | null; ownerBounds: string | null };

/** A key of an operator has no scope that the operator has lost, and reaches no further. */
async function rightsOfKey(database: Database, id: string): Promise<Rights | undefined> {
  const [row] = await database<KeyRow[]>`
    select k.scopes, k.bounds, o.scopes as limit, o.bounds as "ownerBounds"
    from api_key k left join operator o on o.id = k.owner_id
    where k.id = ${id} and (k.expires_on is null or k.expires_on > now()) and o.is_disabled is not true`;
  if (row === undefined) return undefined;
  const { limit } = row;
  return { scopes: row.scopes.filter((scope) => limit === null || limit.includes(scope)), bounds: boundsOfKey(row) };
}
