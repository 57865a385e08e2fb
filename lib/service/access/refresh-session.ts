import { createHmac } from 'node:crypto';
import type { Database } from '#database';
import { currentKey, type SecretsKey } from '#engine';
import { hashToken, type Session, type SessionLimits, touchSession } from './session.ts';

/** How long a spent token still gets its successor: for requests that were under way, and for lost answers. */
const graceInSeconds = 60;

/** The session with its next refresh token, or the operator whose session ended because a spent token was used. */
export type Refreshed = (Session & { refreshToken: string }) | { ended: { id: string; name: string } };

type Spent = { sessionId: string; id: string; name: string; isInGrace: boolean };

/**
 * Uses the session of a refresh token, and exchanges the token when `isRotating`. A token that was spent more than a
 * minute ago is refused, and the attempt to exchange it ends the session (RFC 9700, 4.14.2). `undefined` when the token
 * has no live session.
 */
export async function refreshSession(
  { database, secretsKey }: { database: Database; secretsKey: SecretsKey },
  refreshToken: string,
  limits: SessionLimits,
  isRotating: boolean,
): Promise<Refreshed | undefined> {
  const session = await touchSession(database, { refreshToken }, limits);
  if (session !== undefined) {
    if (!isRotating) return { ...session, refreshToken };
    const next = successorOf(secretsKey, refreshToken);
    await rotate(database, session.id, refreshToken, next);
    return { ...session, refreshToken: next };
  }
  const spent = await findSpent(database, refreshToken);
  if (spent === undefined) return undefined;
  const { sessionId, isInGrace, ...ended } = spent;
  if (isInGrace) {
    const same = await touchSession(database, { id: sessionId }, limits);
    return same && { ...same, refreshToken: successorOf(secretsKey, refreshToken) };
  }
  if (!isRotating) return undefined; // a stream that began with the former cookie; the next request has a current one
  await database`update session set revoked_on = now() where id = ${sessionId} and revoked_on is null`;
  return { ended };
}

/**
 * The token that follows another one. It is derived, so that all who exchange the same token at once, at any service, get
 * the same one. Nobody without the key can know it.
 */
function successorOf(secretsKey: SecretsKey, refreshToken: string): string {
  return createHmac('sha256', currentKey(secretsKey, 'refresh tokens').bytes).update(refreshToken).digest('base64url');
}

/** Does nothing when somebody else has exchanged the token meanwhile: the result is the same. */
async function rotate(database: Database, sessionId: string, from: string, to: string): Promise<void> {
  await database`
    with rotated as (
      update session set refresh_hash = ${hashToken(to)}
      where id = ${sessionId} and refresh_hash = ${hashToken(from)} returning id
    )
    insert into spent_refresh_token (token_hash, session_id) select ${hashToken(from)}, id from rotated`;
}

/** Finds the live session that a spent token was of, with its operator. */
async function findSpent(database: Database, refreshToken: string): Promise<Spent | undefined> {
  const [row] = await database<Spent[]>`
    select session.id as "sessionId", operator.id, email as name,
      spent_on > now() - make_interval(secs => ${graceInSeconds}) as "isInGrace"
    from spent_refresh_token spent join session on session.id = spent.session_id
      join operator on operator.id = operator_id
    where token_hash = ${hashToken(refreshToken)}
      and revoked_on is null and least(expires_on, idle_until) > now() and not is_disabled`;
  return row;
}
