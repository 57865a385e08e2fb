import { createHash, randomBytes } from 'node:crypto';
import { type Bounds, type Scope, scopes, TaskdeckError } from '#contract';
import { type Database, type Fragment, readStored, type Transaction } from '#database';

/** How long a session lives from the sign-in on, and without a new access token. */
export type SessionLimits = { hours: number; idleMinutes: number };

/** The fields of an operator that sign-in needs. */
type SignedInOperator = {
  id: string;
  email: string;
  name: string;
  scopes: readonly Scope[];
  /** What the operator reaches of tasks and stores. `undefined`: everything. */
  bounds: Bounds | undefined;
  mustChangePassword: boolean;
  /** Signs in with a password and has no passkey. */
  lacksPasskey: boolean;
  /** The sign-in provider of the operator, as far as it was read. */
  provider?: string;
};

/** A session with its operator. `expiresOn` is RFC 3339. */
export type Session = { id: string; expiresOn: string; operator: SignedInOperator };

type SessionRow = {
  session_id: string;
  expires_on: string;
  id: string;
  email: string;
  name: string;
  scopes: string[];
  bounds: string | null;
  must_change_password: boolean;
  lacks_passkey: boolean;
  provider?: string | null;
};

/** Where a session comes from: the address, the network that stands for it, and what the device is called. */
type Origin = { address: string; network: string; device: string | undefined };

/**
 * Opens a session, and remembers where it was opened from. `undefined` when the operator is disabled or gone, or no longer
 * has the password (`passwordHash`) that was checked: a sign-in takes time, and the session would outlive the change.
 * `provenOn` (RFC 3339) is when the person proved who they are: now, unless given; `null` when that is not known. The
 * refresh token is returned here only; the database has its hash.
 */
export async function openSession(
  database: Database | Transaction,
  operatorId: string,
  { address, network, device }: Origin,
  { hours, idleMinutes }: SessionLimits,
  { provenOn = 'infinity', passwordHash }: { provenOn?: string | null; passwordHash?: string } = {},
): Promise<(Session & { refreshToken: string }) | undefined> {
  const refreshToken = randomBytes(32).toString('base64url');
  const rows = await database<SessionRow[]>`
    with signed_in as (
      update operator set last_sign_in_on = now()
      where id = ${operatorId} and not is_disabled
        and (${passwordHash ?? null}::text is null or password_hash = ${passwordHash ?? null})
      returning id, email, name, scopes, bounds, must_change_password
    ), opened as (
      insert into session (operator_id, refresh_hash, expires_on, idle_until, address, device, proven_on)
      select id, ${hashToken(refreshToken)}, now() + make_interval(hours => ${hours}),
        now() + make_interval(mins => ${idleMinutes}), ${address}, ${device ?? null},
        nullif(least(coalesce(${provenOn}::timestamptz, '-infinity'), now()), '-infinity') from signed_in
      returning id, operator_id, expires_on
    ), known as (
      insert into sign_in_network (operator_id, network) select id, ${network} from signed_in
      on conflict (operator_id, network) do update set last_sign_in_on = now()
    )
    select opened.id as session_id, opened.expires_on, signed_in.*, provider,
      ${lacksPasskey(database, database`signed_in.id`)}
    from opened, signed_in left join operator_identity identity on identity.operator_id = signed_in.id`;
  const session = toSession(rows[0]);
  return session && { ...session, refreshToken };
}

/** Notes that a live session is used. `undefined` when it has ended or its operator is disabled. */
export async function touchSession(
  database: Database,
  named: { refreshToken: string } | { id: string },
  { idleMinutes }: SessionLimits,
): Promise<Session | undefined> {
  const isNamed =
    'id' in named ? database`session.id = ${named.id}` : database`refresh_hash = ${hashToken(named.refreshToken)}`;
  const rows = await database<SessionRow[]>`
    update session set last_used_on = now(), idle_until = now() + make_interval(mins => ${idleMinutes}) from operator
    where operator.id = operator_id and ${isNamed}
      and revoked_on is null and least(expires_on, idle_until) > now() and not is_disabled
    returning session.id as session_id, expires_on, operator.id, email, name, scopes, bounds, must_change_password,
      session.provider, ${lacksPasskey(database, database`operator.id`)}`;
  return toSession(rows[0]);
}

/**
 * Returns the current scopes of a live session's operator, or `undefined` when the session has ended or the operator is
 * disabled.
 */
export async function readSession(database: Database, id: string): Promise<Session | undefined> {
  const rows = await database<SessionRow[]>`
    select session.id as session_id, expires_on, operator.id, email, name, scopes, bounds, must_change_password,
      ${lacksPasskey(database, database`operator.id`)}
    from session join operator on operator.id = operator_id
    where session.id = ${id} and revoked_on is null and least(expires_on, idle_until) > now() and not is_disabled`;
  return toSession(rows[0]);
}

/**
 * Locks an operator, and throws `Unauthenticated` when the session has ended by then: what it adds to sign in with would
 * outlive it.
 */
export async function lockSignedInOperator(
  transaction: Transaction,
  { operatorId, sessionId }: { operatorId: string; sessionId: string },
): Promise<void> {
  await transaction`select from operator where id = ${operatorId} for update`; // in the order of who invites
  const [live] = await transaction`
    select from session join operator on operator.id = operator_id
    where session.id = ${sessionId} and revoked_on is null and least(expires_on, idle_until) > now() and not is_disabled`;
  if (live === undefined) throw new TaskdeckError('Unauthenticated', 'the session has ended; sign in again');
}

/** Ends the session of a refresh token, also of a spent one. Resolves with its operator, or `undefined` when there was none. */
export async function revokeSession(
  database: Database | Transaction,
  refreshToken: string,
): Promise<{ id: string; name: string } | undefined> {
  // found before it is locked: whoever exchanges the token at this time changes what it is found by
  const [row] = await database<{ id: string; name: string }[]>`
    with named as (
      select id from session where refresh_hash = ${hashToken(refreshToken)}
      union all
      select session_id from spent_refresh_token where token_hash = ${hashToken(refreshToken)}
    )
    update session set revoked_on = coalesce(revoked_on, now()) from named, operator
    where session.id = named.id and operator.id = operator_id
    returning operator.id, operator.email as name`;
  return row;
}

/** Ends every session of an operator, except one if it is given: what a new password does. Returns how many ended. */
export async function revokeSessionsOf(
  database: Database | Transaction,
  operatorId: string,
  exceptId?: string,
): Promise<number> {
  const { count } = await database`
    update session set revoked_on = now()
    where operator_id = ${operatorId} and revoked_on is null and expires_on > now()
      and id is distinct from ${exceptId ?? null}::uuid`;
  return count;
}

/** SHA-256 is enough for 256 random bits. */
export function hashToken(token: string | Uint8Array): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the scopes of a database row. A scope that this version does not know has no effect. */
export function knownScopes(stored: readonly string[]): Scope[] {
  return scopes.filter((scope) => stored.includes(scope));
}

/** The column `lacks_passkey` of an operator. Those of a provider prove there who they are, with what it asks for. */
export const lacksPasskey = (database: Database | Transaction, id: Fragment) => database`
  (not exists (select from passkey where passkey.operator_id = ${id})
    and not exists (select from operator_identity where operator_identity.operator_id = ${id})) as lacks_passkey`;

/** Whether an operator has a scope for which this deployment asks for a passkey, and has no passkey. */
export function mustAddPasskey(
  { lacksPasskey: lacks, scopes: own }: Pick<SignedInOperator, 'lacksPasskey' | 'scopes'>,
  passkeyScopes: ReadonlySet<Scope>,
): boolean {
  return lacks && own.some((scope) => passkeyScopes.has(scope));
}

function toSession(row: SessionRow | undefined): Session | undefined {
  if (row === undefined) return undefined;
  const { id, email, name, must_change_password: mustChangePassword } = row;
  const provider = row.provider ?? undefined;
  const operator = {
    id,
    email,
    name,
    scopes: knownScopes(row.scopes),
    bounds: readStored<Bounds>(row.bounds),
    mustChangePassword,
    lacksPasskey: row.lacks_passkey,
    ...(provider && { provider }),
  };
  return { id: row.session_id, expiresOn: row.expires_on, operator };
}
