import { type BulkActionKind, bulkActionScopes, fullScope, type Scope, TaskdeckError } from '#contract';
import type { Database } from '#database';
import { actionOf, type OperationRow } from '#engine';
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
export async function whyNotAllowed(database: Database, operation: OperationRow): Promise<string | undefined> {
  const { creator_kind: kind, creator_id: id, creator_name: name, creator_until: until } = operation;
  if (kind === 'external') {
    if (until === null || Date.parse(until) > Date.now()) return undefined;
    return `The token of ${name} has expired.`;
  }
  const scopes = kind === 'apiKey' ? await scopesOfKey(database, id) : await scopesOfOperator(database, id);
  if (scopes === undefined) return `${name} has no access any more.`;
  const needed: Scope[] = ['tasks/read', bulkActionScopes[actionOf(operation).kind]];
  const missing = needed.filter((scope) => !scopes.includes(scope)).map(fullScope);
  return missing.length === 0 ? undefined : `${name} has lost the scope ${missing.join(' and ')}.`;
}

type Row = { scopes: string[] };

async function scopesOfOperator(database: Database, id: string): Promise<string[] | undefined> {
  const [row] = await database<Row[]>`select scopes from operator where id = ${id} and not is_disabled`;
  return row?.scopes;
}

/** A key of an operator has no scope that the operator has lost. */
async function scopesOfKey(database: Database, id: string): Promise<string[] | undefined> {
  const [row] = await database<(Row & { limit: string[] | null })[]>`
    select k.scopes, o.scopes as limit from api_key k left join operator o on o.id = k.owner_id
    where k.id = ${id} and (k.expires_on is null or k.expires_on > now()) and o.is_disabled is not true`;
  return row?.scopes.filter((scope) => row.limit === null || row.limit.includes(scope));
}
