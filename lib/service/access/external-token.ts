import { type JWTPayload, jwtVerify } from 'jose';
import { boundsOfValues, parseScope, type Scope, TaskdeckError } from '#contract';
import type { Clock } from '#database';
import type { OidcConfig } from '../config.ts';
import type { Caller } from './caller.ts';
import { claimedName, subjectOf } from './claimed-text.ts';
import { createDiscovery } from './providers/discovery.ts';

/** Verifies tokens of a configured OpenID Connect issuer. Throws what `jose` throws for a bad one. */
export type ExternalTokens = { issuer: string; verify(token: string): Promise<Caller> };

const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Finds the issuer's keys by discovery at the first token, and reads them again when a token names an unknown key. */
export function createExternalTokens(config: OidcConfig, clock: Clock): ExternalTokens {
  const discover = createDiscovery(config.issuer);
  const readKeys = async () => {
    const { keys } = await discover().catch((error: unknown) => {
      throw new TaskdeckError('ServiceUnavailable', 'the issuer of this token cannot be reached', { cause: error });
    });
    return keys;
  };
  return {
    issuer: config.issuer,
    async verify(token) {
      const { payload } = await jwtVerify(token, await readKeys(), {
        issuer: config.issuer,
        audience: config.audience,
        algorithms: asymmetric,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: 5,
        currentDate: new Date(clock.now()),
      });
      const id = `${config.issuer}#${subjectOf(payload)}`;
      const name = nameOf(payload);
      return {
        kind: 'external',
        id,
        name,
        owner: { kind: 'external', id, name },
        scopes: scopesOf(payload, config),
        bounds: boundsOfValues(config.boundsMap, valuesOf(payload[config.scopeClaim])),
        expiresAt: (payload.exp ?? 0) * 1_000,
        ...(typeof payload.auth_time === 'number' && { signedInAt: payload.auth_time * 1_000 }),
      };
    },
  };
}

function nameOf(payload: JWTPayload): string {
  return claimedName([payload.email, payload.preferred_username, payload.client_id, payload.sub]) ?? '';
}

/** Returns the scopes in a token's claim: full scopes, and those from the configured map. */
function scopesOf(payload: JWTPayload, config: OidcConfig): Set<Scope> {
  return new Set(
    valuesOf(payload[config.scopeClaim]).flatMap((value) => {
      if (Object.hasOwn(config.scopeMap, value)) return [...(config.scopeMap[value] ?? [])];
      return parseScope(value) ?? [];
    }),
  );
}

/** Returns the values of a claim: those of an array, or those between the spaces of a text. */
export function valuesOf(claim: unknown): string[] {
  const values: unknown[] = typeof claim === 'string' ? claim.split(/\s+/) : Array.isArray(claim) ? claim : [];
  return values.filter((value) => typeof value === 'string');
}
