import { jwtVerify, SignJWT } from 'jose';
import { fullScope, parseScope, type Scope } from '#contract';
import type { Clock } from '#database';
import { type SigningKeys, signingAlgorithm } from './signing-keys.ts';

export const accessTokenIssuer = 'taskdeck';
const audience = 'taskdeck';
const lifetimeInSeconds = 15 * 60;

/** The claims of an access token. The database says whether its session is still valid. */
type AccessTokenClaims = { operatorId: string; sessionId: string; scopes: readonly Scope[]; expiresAt: number };

/**
 * Signs an access token (JWT, EdDSA) of 15 minutes, or less when its session ends earlier. Times are in milliseconds.
 */
export async function signAccessToken(
  { signingKeys, clock }: { signingKeys: SigningKeys; clock: Clock },
  claims: { operatorId: string; sessionId: string; scopes: readonly Scope[]; sessionExpiresAt: number },
): Promise<{ accessToken: string; expiresAt: number }> {
  const { id, key } = await signingKeys.current();
  const now = Math.floor(clock.now() / 1_000);
  const expiresAt = Math.min(now + lifetimeInSeconds, Math.floor(claims.sessionExpiresAt / 1_000));
  const accessToken = await new SignJWT({ sid: claims.sessionId, scope: claims.scopes.map(fullScope).join(' ') })
    .setProtectedHeader({ alg: signingAlgorithm, kid: id, typ: 'at+jwt' })
    .setIssuer(accessTokenIssuer)
    .setAudience(audience)
    .setSubject(claims.operatorId)
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(key);
  return { accessToken, expiresAt: expiresAt * 1_000 };
}

/** Checks signature, algorithm, issuer, audience, type and time. Throws what `jose` throws, or a `TypeError`. */
export async function verifyAccessToken(keys: SigningKeys, token: string, clock: Clock): Promise<AccessTokenClaims> {
  const { payload } = await jwtVerify(
    token,
    async ({ kid }) => {
      const key = kid === undefined ? undefined : await keys.find(kid);
      if (key === undefined) throw new ForeignToken('the token was signed with a key of someone else');
      return key;
    },
    {
      algorithms: [signingAlgorithm],
      issuer: accessTokenIssuer,
      audience,
      typ: 'at+jwt',
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(clock.now()),
    },
  );
  if (typeof payload.sid !== 'string' || typeof payload.scope !== 'string')
    throw new ForeignToken('the token lacks its session');
  return {
    operatorId: payload.sub ?? '',
    sessionId: payload.sid,
    scopes: payload.scope.split(' ').flatMap((text) => parseScope(text) ?? []),
    expiresAt: (payload.exp ?? 0) * 1_000,
  };
}

/** A token of another issuer. */
export class ForeignToken extends Error {
  override readonly name = 'ForeignToken';
}
