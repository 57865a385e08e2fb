import { hash } from 'node:crypto';
import { decodeJwt, errors } from 'jose';
import { type Scope, TaskdeckError } from '#contract';
import type { Clock, Database } from '#database';
import { TurnsByNetwork } from '../callers/turns-by-network.ts';
import type { AccessChanges } from './access-changes.ts';
import { accessTokenIssuer, ForeignToken, verifyAccessToken } from './access-token.ts';
import { apiKeyPrefix, readApiKey } from './api-key-token.ts';
import type { Caller } from './caller.ts';
import type { ExternalTokens } from './external-token.ts';
import { mustAddPasskey, readSession } from './session.ts';
import type { SigningKeys } from './signing-keys.ts';

/** How long a verified token is trusted before its session or key is read again: the maximum delay of a revocation. */
const trustInMs = 2_000;
const maximumRemembered = 10_000;

/** Returns the caller of a bearer token that came from a network. Throws `Unauthenticated` and `TooManyRequests`. */
export type Authenticate = (authorization: string | undefined, network: string) => Caller | Promise<Caller>;

/** Reads the current caller of a token whose signature is verified. */
type LookUp = () => Promise<Caller>;
type Remembered = { caller: Caller; checkedAt: number; lookUp: LookUp };

/**
 * Verified tokens are remembered by their hash until they expire, and looked up again every 2 s while in use,
 * and after a change of any key, session or operator. New tokens are checked in turn by network: a flood of wrong ones
 * does not hold up those of other networks, nor tokens that are in use.
 */
export function createAuthenticate(readers: Readers, changes: Pick<AccessChanges, 'subscribe'>): Authenticate {
  const remembered = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<Caller>>();
  const turns = new TurnsByNetwork({ concurrency: 8, waitingPerNetwork: 1_000 });
  let changedAt = 0;
  changes.subscribe(() => {
    changedAt = performance.now();
    underWay.clear(); // they may have read before the change
  });

  const look = async (token: string, digest: string): Promise<Caller> => {
    const lookUp = remembered.get(digest)?.lookUp ?? (await readToken(token, readers));
    const checkedAt = performance.now(); // a clock that is set back must not extend the trust
    const caller = await lookUp();
    refuseExpired(caller, readers.clock);
    if (!remembered.has(digest)) forgetOldest(remembered);
    remembered.set(digest, { caller, checkedAt, lookUp });
    return caller;
  };

  const lookUpAgain = async (token: string, digest: string, network: string): Promise<Caller> => {
    try {
      if (remembered.has(digest)) return await look(token, digest);
      return await turns.run(network, () => look(token, digest));
    } catch (error) {
      remembered.delete(digest);
      throw error;
    } finally {
      underWay.delete(digest);
    }
  };

  return (authorization, network) => {
    const token = bearerToken(authorization);
    const digest = hash('sha256', token, 'base64');
    const known = remembered.get(digest);
    if (known !== undefined) {
      refuseExpired(known.caller, readers.clock);
      const isTrusted = known.checkedAt > changedAt && performance.now() - known.checkedAt < trustInMs;
      if (isTrusted && !known.caller.mustChangePassword && !known.caller.mustAddPasskey) return known.caller;
    }
    const checking = underWay.get(digest) ?? lookUpAgain(token, digest, network);
    underWay.set(digest, checking);
    return checking;
  };
}

/** Returns the token as sent. Its form is checked only when it is not cached. */
function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined)
    throw new TaskdeckError('Unauthenticated', 'this operation needs a bearer token in the Authorization header');
  if (!/^Bearer /i.test(authorization))
    throw new TaskdeckError('Unauthenticated', 'the Authorization header does not hold a bearer token');
  return authorization.slice('Bearer '.length).trim();
}

/** What a token is checked with. */
type Readers = {
  database: Database;
  keys: SigningKeys;
  external: ExternalTokens | undefined;
  clock: Clock;
  /** Scopes for which a signed-in operator needs a passkey. */
  passkeyScopes: ReadonlySet<Scope>;
};

/** Verifies what never changes, and returns the function that reads what can change. */
async function readToken(token: string, { database, keys, external, clock, passkeyScopes }: Readers): Promise<LookUp> {
  if (!/^[A-Za-z0-9._~+/=-]{1,8192}$/.test(token)) refuse();
  if (token.startsWith(apiKeyPrefix)) return async () => (await readApiKey(database, token)) ?? refuse();
  try {
    const { iss } = decodeJwt(token);
    if (external !== undefined && iss === external.issuer) {
      const caller = await external.verify(token);
      return async () => caller;
    }
    if (iss !== accessTokenIssuer) refuse();
    const claims = await verifyAccessToken(keys, token, clock);
    return async () => {
      const session = (await readSession(database, claims.sessionId)) ?? refuse();
      const { operator } = session;
      if (operator.id !== claims.operatorId) refuse();
      const scopes = new Set(claims.scopes.filter((scope) => operator.scopes.includes(scope)));
      const { id, email: name, bounds } = operator;
      return {
        kind: 'operator',
        id,
        name,
        owner: { kind: 'operator', id, name },
        sessionId: session.id,
        mustChangePassword: operator.mustChangePassword,
        mustAddPasskey: mustAddPasskey(operator, passkeyScopes),
        scopes,
        bounds,
        expiresAt: claims.expiresAt,
      };
    };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new TaskdeckError('Unauthenticated', 'the token has expired');
    if (error instanceof errors.JOSEError || error instanceof ForeignToken || error instanceof TypeError) refuse();
    throw error;
  }
}

function refuse(): never {
  throw new TaskdeckError('Unauthenticated', 'the token is not valid (any more)');
}

function refuseExpired(caller: Caller, clock: Clock): void {
  if (caller.expiresAt !== undefined && caller.expiresAt <= clock.now())
    throw new TaskdeckError('Unauthenticated', 'the token has expired');
}

/** Bounds the cache: removes the oldest token. */
function forgetOldest(remembered: Map<string, Remembered>): void {
  if (remembered.size < maximumRemembered) return;
  for (const oldest of remembered.keys()) {
    remembered.delete(oldest);
    return;
  }
}
