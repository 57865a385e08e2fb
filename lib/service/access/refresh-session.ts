import { createHmac } from 'node:crypto';
import { TaskdeckError } from '#contract';
import { type Database, inTransaction, isRecent } from '#database';
import { currentKey, keysOf, type SecretsKey } from '#engine';
import { hashToken, type Session, type SessionLimits, touchSession } from './session.ts';

/** How long a spent token still gets its successor: for requests that were under way, and for lost answers. */
const graceInSeconds = 60;

/** The session with its next refresh token, or the operator whose session ended because a spent token was used. */
type Refreshed = (Session & { refreshToken: string }) | { ended: { id: string; name: string } };

type Spent = { sessionId: string; id: string; name: string; isInGrace: boolean };

/**
 * Uses the session of a refresh token, and exchanges the token when `isRotating`. A token that was spent more than a
 * minute ago is refused, and the attempt to exchange it ends the session (RFC 9700, 4.14.2). `undefined` when the token
 * has no live session. `onFound` is called before the exchange.
 */
export async function refreshSession(
  { database, secretsKey }: { database: Database; secretsKey: SecretsKey },
  refreshToken: string,
  limits: SessionLimits,
  isRotating: boolean,
  onFound: (operator: Session['operator']) => void = () => {},
): Promise<Refreshed | undefined> {
  const session = await touchSession(database, { refreshToken }, limits);
  if (session !== undefined) {
    if (!isRotating) return { ...session, refreshToken };
    onFound(session.operator);
    const next = successorOf(currentKey(secretsKey, 'refresh tokens').bytes, refreshToken);
    if (await rotate(database, session.id, refreshToken, next)) return { ...session, refreshToken: next };
  }
  const spent = await findSpent(database, refreshToken);
  if (spent === undefined) return undefined;
  const { sessionId, isInGrace, ...ended } = spent;
  if (isInGrace) {
    const same = await touchSession(database, { id: sessionId }, limits);
    return same && { ...same, refreshToken: await findSuccessor(database, secretsKey, sessionId, refreshToken) };
  }
  if (!isRotating) return undefined; // a stream that began with the former cookie; the next request has a current one
  await database`update session set revoked_on = now() where id = ${sessionId} and revoked_on is null`;
  return { ended };
}

/**
 * The token that follows another one. It is derived, so that all who exchange the same token at once, at any service with
 * the same key, get the same one. Nobody without the key can know it.
 */
function successorOf(key: Buffer, refreshToken: string): string {
  return createHmac('sha256', key).update(refreshToken).digest('base64url');
}

/**
 * Finds the successor that a spent token got, by the key that derived it: the current one or, while keys are rotated, a
 * former one. Throws `ServiceUnavailable` for a key that only the services have that were restarted before this one.
 */
async function findSuccessor(
  database: Database,
  secretsKey: SecretsKey,
  sessionId: string,
  refreshToken: string,
): Promise<string> {
  const keys = [...keysOf(secretsKey, 'refresh tokens').values()];
  const candidates = keys.map((key) => successorOf(key, refreshToken));
  const [known] = await database<{ place: number }[]>`
    select place from unnest(${candidates.map((token) => hashToken(token).toString('hex'))}::text[])
      with ordinality c (hash, place)
    where decode(hash, 'hex') = (select refresh_hash from session where id = ${sessionId})
      or decode(hash, 'hex') in (select token_hash from spent_refresh_token where session_id = ${sessionId})`;
  const successor = candidates[Number(known?.place ?? 0) - 1];
  if (successor !== undefined) return successor;
  throw new TaskdeckError(
    'ServiceUnavailable',
    'this refresh token was exchanged with a secrets key that this service does not have yet; send it again',
  );
}

/** Resolves with whether the token was exchanged, which somebody else may have done meanwhile. */
async function rotate(database: Database, sessionId: string, from: string, to: string): Promise<boolean> {
  const { count } = await inTransaction(
    database,
    (transaction) => transaction`
      with rotated as (
        update session set refresh_hash = ${hashToken(to)}
        where id = ${sessionId} and refresh_hash = ${hashToken(from)} returning id
      )
      insert into spent_refresh_token (token_hash, session_id) select ${hashToken(from)}, id from rotated`,
  );
  return count > 0;
}

/** Finds the live session that a spent token was of, with its operator. */
async function findSpent(database: Database, refreshToken: string): Promise<Spent | undefined> {
  const [row] = await database<Spent[]>`
    select session.id as "sessionId", operator.id, email as name,
      ${isRecent(database, 'spent_on', graceInSeconds * 1_000)} as "isInGrace"
    from spent_refresh_token spent join session on session.id = spent.session_id
      join operator on operator.id = operator_id
    where token_hash = ${hashToken(refreshToken)}
      and revoked_on is null and least(expires_on, idle_until) > now() and not is_disabled`;
  return row;
}
