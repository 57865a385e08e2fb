import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';

/** What an OpenID Connect issuer publishes about itself: its keys and its endpoints. */
export type Discovered = { keys: JWTVerifyGetKey; tokenEndpoint?: string; userinfoEndpoint?: string };

/** How long an issuer has for each answer. */
export const answerWithinMs = 5_000;
const keptForMs = 600_000;

/**
 * Returns a function that reads the issuer's document, at most every ten minutes. It rejects when the issuer does not
 * answer, or when its document names another issuer. The keys are read again when a token names an unknown one, after
 * the cooldown.
 */
export function createDiscovery(issuer: string, keyCooldownInMs = 30_000): () => Promise<Discovered> {
  let known: { found: Promise<Discovered>; at: number } | undefined;
  return () => {
    if (known !== undefined && performance.now() - known.at < keptForMs) return known.found;
    const asked = { found: discover(issuer, keyCooldownInMs), at: performance.now() };
    known = asked;
    asked.found.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.found;
  };
}

async function discover(issuer: string, cooldownDuration: number): Promise<Discovered> {
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const document: unknown = await response.json();
  const read = (name: string) =>
    typeof document === 'object' && document !== null ? Reflect.get(document, name) : undefined;
  if (read('issuer') !== issuer) throw new Error(`${url} is the document of another issuer`);
  const jwksUri = endpoint(read('jwks_uri'));
  if (jwksUri === undefined) throw new Error(`${url} names no jwks_uri`);
  const [tokenEndpoint, userinfoEndpoint] = [endpoint(read('token_endpoint')), endpoint(read('userinfo_endpoint'))];
  return {
    keys: createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: answerWithinMs, cooldownDuration }),
    ...(tokenEndpoint !== undefined && { tokenEndpoint }),
    ...(userinfoEndpoint !== undefined && { userinfoEndpoint }),
  };
}

function endpoint(value: unknown): string | undefined {
  return typeof value === 'string' && URL.canParse(value) ? value : undefined;
}
