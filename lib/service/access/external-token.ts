import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { parseScope, type Scope, TaskdeckError } from '#contract';
import type { OidcConfig } from '../config.ts';
import type { Caller } from './caller.ts';

/** Verifies tokens of a configured OpenID Connect issuer. Throws what `jose` throws for a bad one. */
export type ExternalTokens = { issuer: string; verify(token: string): Promise<Caller> };

const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Finds the issuer's keys by discovery at the first token, and reads them again when a token names an unknown key. */
export function createExternalTokens(config: OidcConfig): ExternalTokens {
  let keySet: Promise<JWTVerifyGetKey> | undefined;
  const discoverOnce = () => {
    keySet ??= discover(config.issuer).catch((error: unknown) => {
      keySet = undefined;
      throw new TaskdeckError('ServiceUnavailable', 'the issuer of this token cannot be reached', { cause: error });
    });
    return keySet;
  };
  return {
    issuer: config.issuer,
    async verify(token) {
      const { payload } = await jwtVerify(token, await discoverOnce(), {
        issuer: config.issuer,
        audience: config.audience,
        algorithms: asymmetric,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: 5,
      });
      const id = `${config.issuer}#${payload.sub}`;
      const name = nameOf(payload);
      return {
        kind: 'external',
        id,
        name,
        owner: { kind: 'external', id, name },
        scopes: scopesOf(payload, config),
        expiresAt: (payload.exp ?? 0) * 1_000,
      };
    },
  };
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const document: unknown = await response.json();
  const jwksUri = typeof document === 'object' && document !== null && 'jwks_uri' in document ? document.jwks_uri : '';
  if (typeof jwksUri !== 'string' || !URL.canParse(jwksUri)) throw new Error(`${url} names no jwks_uri`);
  return createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: 5_000 });
}

function nameOf(payload: JWTPayload): string {
  const names = [payload.email, payload.preferred_username, payload.client_id, payload.sub];
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? '';
}

/** Returns the scopes in a token's claim: full scopes, and those from the configured map. */
function scopesOf(payload: JWTPayload, config: OidcConfig): Set<Scope> {
  const claim = payload[config.scopeClaim];
  const values = typeof claim === 'string' ? claim.split(/\s+/) : Array.isArray(claim) ? claim : [];
  return new Set(
    values.flatMap((value: unknown) => {
      if (typeof value !== 'string') return [];
      if (Object.hasOwn(config.scopeMap, value)) return [...(config.scopeMap[value] ?? [])];
      return parseScope(value) ?? [];
    }),
  );
}
