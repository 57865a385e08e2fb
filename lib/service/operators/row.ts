import { type Bounds, fullScope, invalidAt, type Operator, parseScope, type Scope, TaskdeckError } from '#contract';
import { type Database, entityTag, readStored, type Transaction } from '#database';
import { reachesNoFurther } from '../access/bounds.ts';
import type { Caller } from '../access/caller.ts';
import { knownScopes } from '../access/session.ts';

export type OperatorRow = {
  id: string;
  email: string;
  name: string;
  scopes: string[];
  /** JSON. */
  bounds: string | null;
  isDisabled: boolean;
  createdOn: string;
  lastSignInOn: string | null;
  provider: string | null;
  invitedUntil: string | null;
  version: number;
};

/** The columns of `OperatorRow`: all except the password. */
export const operatorColumns = (database: Database | Transaction) => database`
  id, email, name, scopes, bounds, is_disabled as "isDisabled", created_on as "createdOn", last_sign_in_on as "lastSignInOn", version,
  (select provider from operator_identity where operator_id = operator.id) as provider,
  (select expires_on from invitation where operator_id = operator.id and expires_on > now()) as "invitedUntil"`;

/** Returns an operator, locked until the transaction ends. */
export async function lockOperator(transaction: Transaction, id: string): Promise<OperatorRow | undefined> {
  const [operator] = await transaction<OperatorRow[]>`
    select ${operatorColumns(transaction)} from operator where id = ${id} for update`;
  return operator;
}

/** An operator as it leaves the service. */
export function toOperator({ bounds, lastSignInOn, provider, invitedUntil, version, ...row }: OperatorRow): Operator {
  const scopes = knownScopes(row.scopes).map(fullScope);
  return {
    ...row,
    etag: entityTag(version),
    scopes,
    ...(bounds === null ? {} : { bounds: readStored<Bounds>(bounds) }),
    ...(lastSignInOn === null ? {} : { lastSignInOn }),
    ...(provider === null ? {} : { provider }),
    ...(invitedUntil === null ? {} : { invitedUntil }),
  };
}

/** Converts full scopes, which the contract has checked, to suffixes without duplicates. */
export function scopesFrom(full: readonly string[]): Scope[] {
  return [...new Set(full.flatMap((text) => parseScope(text) ?? []))];
}

/** Throws `InsufficientScope`, which names the missing scopes, when callers grant scopes that they lack. */
export function refuseGranting(granted: readonly Scope[], own: ReadonlySet<Scope>): void {
  const missing = granted.filter((scope) => !own.has(scope)).map(fullScope);
  if (missing.length > 0)
    throw new TaskdeckError('InsufficientScope', `only who has a scope can grant it; you lack ${missing.join(', ')}`);
}

/** Nobody changes or takes down who may do more than they may. Throws `InsufficientScope` naming what is missing. */
export function refuseActingOnMore(theirs: readonly Scope[], own: ReadonlySet<Scope>): void {
  const missing = theirs.filter((scope) => !own.has(scope)).map(fullScope);
  if (missing.length > 0)
    throw new TaskdeckError('InsufficientScope', `the target has scopes that you lack: ${missing.join(', ')}`);
}

/** A key that expires makes no lasting way in: neither an operator nor a password. */
export function refuseExpiringKey({ kind, expiresAt }: Pick<Caller, 'kind' | 'expiresAt'>): void {
  if (kind === 'apiKey' && expiresAt !== undefined)
    throw new TaskdeckError('InsufficientScope', 'a key that expires cannot create an operator or set a password');
}

/** Throws `InvalidRequest` for a change of what a sign-in provider decides on: its next answer would overwrite it. */
export function refuseProvider(
  { provider }: Pick<OperatorRow, 'provider'>,
  body: Readonly<Record<string, unknown>>,
  decidesOnBounds = false,
): void {
  const decided = ['scopes', 'password', 'mustChangePassword', 'name', ...(decidesOnBounds ? ['bounds'] : [])];
  const field = decided.find((name) => body[name] !== undefined);
  if (provider === null || field === undefined) return;
  throw invalidAt(`/${field}`, `the sign-in provider "${provider}" decides on it`);
}

/** Throws `OperatorNotFound` where there is none, or one who reaches further than the caller: for the caller there is none. */
export function requireReached(row: OperatorRow | undefined, id: string, caller: Pick<Caller, 'bounds'>): OperatorRow {
  if (row !== undefined && isReached(row, caller)) return row;
  throw new TaskdeckError('OperatorNotFound', `there is no operator "${id}"`);
}

/** Whether an operator or a key reaches no further than the caller. */
export function isReached({ bounds }: { bounds: string | null }, caller: Pick<Caller, 'bounds'>): boolean {
  return reachesNoFurther(readStored<Bounds>(bounds), caller.bounds);
}

/** The scopes of an operator as this version knows them. */
export function scopesOf(row: OperatorRow): Scope[] {
  return scopesFrom(toOperator(row).scopes);
}

/**
 * Throws `LastManager` when no enabled operator with `operators/manage` and without bounds would remain. Called inside the transaction.
 */
export async function requireManager(transaction: Transaction): Promise<void> {
  const [manager] = await transaction`
    select 1 from operator where not is_disabled and 'operators/manage' = any(scopes) and bounds is null
      and (password_hash is not null or exists (select from operator_identity where operator_id = operator.id)) limit 1`;
  if (manager === undefined)
    throw new TaskdeckError('LastManager', 'this is the last enabled operator who can manage operators');
}
