import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { SignInProvider } from '#contract';
import type { Clock } from '#database';
import { subjectOf } from '../claimed-text.ts';
import { answerWithinMs, createDiscovery, type Discovered } from './discovery.ts';

/** What a provider gave for asking about a person again. */
export type ProviderTokens = { accessToken?: string | undefined; refreshToken?: string | undefined };

/** The claims about a person, from an ID token and from the userinfo endpoint. */
export type Claims = JWTPayload & { sub: string };

/** What a provider says about a person now, with the tokens for the next time. `ended`: no longer signed in there. */
export type Confirmation = { claims: Claims; tokens: ProviderTokens } | 'ended';

/** Asks one sign-in provider. Every method rejects with `ProviderAway` when the provider gives no usable answer. */
export type ProviderClient = {
  config: SignInProvider;
  /** Returns the claims of an ID token for this client that was issued in the last ten minutes. Throws what `jose` throws. */
  verify(idToken: string): Promise<Claims>;
  /** Adds the claims of the userinfo endpoint where the ID token lacks the groups or the e-mail address. */
  complete(claims: Claims, tokens: ProviderTokens): Promise<Claims>;
  /** Asks whether the person may still sign in: by the refresh token, or else by the access token. */
  confirm(subject: string, tokens: ProviderTokens): Promise<Confirmation>;
};

/** The provider does not answer, or its answer cannot be used. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
}

/** Makes the client of a provider. Sign-ins are throttled, so its keys are read without a cooldown. `clock` judges tokens. */
export function createProviderClient(config: SignInProvider, clock: Clock): ProviderClient {
  const discovery = createDiscovery(config.issuer, 0);
  const discover = (): Promise<Discovered> => discovery().catch(away);

  async function verify(idToken: string): Promise<Claims> {
    const { keys } = await discover();
    const { payload } = await jwtVerify(idToken, keys, {
      issuer: config.issuer,
      audience: config.clientId,
      algorithms: [config.algorithm],
      requiredClaims: ['exp', 'iat', 'sub'],
      maxTokenAge: '10m',
      clockTolerance: 5,
      currentDate: new Date(clock.now()),
    }).catch((error: unknown) => {
      const isAnswer = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
      if (isAnswer && error.code !== 'ERR_JOSE_GENERIC') throw error;
      return away(error); // the keys could not be read
    });
    const isForAnother = payload.azp !== undefined && payload.azp !== config.clientId;
    if (isForAnother) throw new errors.JWTClaimValidationFailed('the token is for another client', payload, 'azp');
    return { ...payload, sub: subjectOf(payload) };
  }

  async function complete(claims: Claims, { accessToken }: ProviderTokens): Promise<Claims> {
    const isComplete = claims[config.claim] !== undefined && claims.email !== undefined;
    const { userinfoEndpoint } = await discover();
    if (isComplete || accessToken === undefined || userinfoEndpoint === undefined) return claims;
    const more = await readUserinfo(userinfoEndpoint, accessToken);
    // OpenID Connect Core 5.3.2: an answer about somebody else must not be used.
    if (more === undefined || more.sub !== claims.sub) return claims;
    const { email_verified: isVerified, ...others } = more;
    const isOfThisEmail = claims.email === undefined || claims.email === more.email;
    return { ...others, ...(isOfThisEmail && isVerified !== undefined && { email_verified: isVerified }), ...claims };
  }

  async function confirm(subject: string, tokens: ProviderTokens): Promise<Confirmation> {
    if (tokens.refreshToken === undefined) return confirmByAccess(subject, tokens);
    const { tokenEndpoint } = await discover();
    if (tokenEndpoint === undefined) return away(new Error('it has no token endpoint'));
    const answer = await refresh(config, tokenEndpoint, tokens.refreshToken);
    if (answer === undefined) return 'ended';
    const next = { accessToken: answer.access_token, refreshToken: answer.refresh_token ?? tokens.refreshToken };
    if (answer.id_token === undefined) return confirmByAccess(subject, next);
    const claims = await verify(answer.id_token);
    return claims.sub === subject ? { claims: await complete(claims, next), tokens: next } : 'ended';
  }

  async function confirmByAccess(subject: string, tokens: ProviderTokens): Promise<Confirmation> {
    const { userinfoEndpoint } = await discover();
    if (tokens.accessToken === undefined || userinfoEndpoint === undefined) return 'ended';
    const claims = await readUserinfo(userinfoEndpoint, tokens.accessToken);
    return claims?.sub === subject ? { claims: { ...claims, sub: subject }, tokens } : 'ended';
  }

  return { config, verify, complete, confirm };
}

/** `undefined` when the access token is refused. */
async function readUserinfo(endpoint: string, accessToken: string): Promise<Record<string, unknown> | undefined> {
  const { status, body } = await ask(endpoint, { headers: { authorization: `Bearer ${accessToken}` } });
  if (status === 401 || status === 403) return undefined;
  return status === 200 ? body : away(new Error(`${endpoint} answered ${status}`));
}

type TokenAnswer = { access_token?: string; refresh_token?: string; id_token?: string };

/** `undefined` when the refresh token is refused: it was revoked, or the person is gone. */
async function refresh(
  { clientId, clientSecret }: SignInProvider,
  endpoint: string,
  refreshToken: string,
): Promise<TokenAnswer | undefined> {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const headers: Record<string, string> = {};
  if (clientSecret === undefined) form.set('client_id', clientId);
  else headers.authorization = `Basic ${basic(clientId, clientSecret)}`;
  const { status, body } = await ask(endpoint, { method: 'POST', headers, body: form });
  if (status === 400 && body.error === 'invalid_grant') return undefined;
  if (status !== 200) return away(new Error(`${endpoint} answered ${status} ${String(body.error ?? '')}`));
  const names = ['access_token', 'refresh_token', 'id_token'] as const;
  return Object.fromEntries(names.flatMap((name) => (typeof body[name] === 'string' ? [[name, body[name]]] : [])));
}

/** RFC 6749, 2.3.1: both parts are encoded as in a form. */
function basic(id: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ a: text }).toString().slice(2);
  return Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64');
}

async function ask(url: string, init: RequestInit): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(answerWithinMs) });
    const body: unknown = await response.json().catch(() => undefined);
    return { status: response.status, body: typeof body === 'object' && body !== null ? { ...body } : {} };
  } catch (error) {
    return away(error);
  }
}

function away(cause: unknown): never {
  throw new ProviderAway('the sign-in provider gives no usable answer', { cause });
}
