import type { AccessToken, TokenCredential } from '@azure/core-auth';
import type { PipelinePolicy, PipelineRequest, PipelineResponse, SendRequest } from '@azure/core-rest-pipeline';
import type { TaskClientCredential } from '../options.ts';
import { canBeSentAgain } from '../sent-body.ts';
import { sentOperation } from '../sent-operation.ts';

/** A token with less remaining time than this is renewed. */
const renewBeforeInMs = 120_000;

/** Thrown when a credential returns no token, or something else in its place. */
export class NoTokenError extends Error {
  override readonly name = 'NoTokenError';
}

/** Adds `Authorization: Bearer`, except for anonymous operations. */
export function authenticationPolicy(credential: TaskClientCredential, scopes: string[]): PipelinePolicy {
  const authenticate =
    credential === 'anonymous'
      ? sendPlain
      : 'getToken' in credential
        ? withTokens(credential, scopes)
        : withFixed(credential);
  return {
    name: 'authenticationPolicy',
    sendRequest: (request, next) =>
      sentOperation(request)?.operation.scopes === 'anonymous' ? next(request) : authenticate(request, next),
  };
}

function sendPlain(request: PipelineRequest, next: SendRequest): Promise<PipelineResponse> {
  return next(request);
}

function withFixed(credential: { key: string } | { accessToken: string }): PipelinePolicy['sendRequest'] {
  const token = 'key' in credential ? credential.key : credential.accessToken;
  return (request, next) => {
    request.headers.set('Authorization', `Bearer ${token}`);
    return next(request);
  };
}

/** Shares one token and one renewal among concurrent calls. Renews once a token that the service rejects. */
function withTokens(credential: TokenCredential, scopes: string[]): PipelinePolicy['sendRequest'] {
  let current: AccessToken | undefined;
  let isTimeKnown = true;
  let renewal: Promise<AccessToken> | undefined;

  async function getToken(): Promise<AccessToken> {
    const token: Partial<AccessToken> | null | undefined = await credential.getToken(scopes);
    if (!isToken(token)) throw new NoTokenError(`the credential returned no token${insteadOf(token)}`);
    current = token;
    // a new token that has expired already means that the clocks differ; only the service can tell how long it is valid
    isTimeKnown = token.expiresOnTimestamp > Date.now();
    return token;
  }
  /** A token that cannot be renewed is used until it expires. */
  function orCurrent(error: unknown): AccessToken {
    if (current === undefined || current.expiresOnTimestamp <= Date.now()) throw error;
    return current;
  }
  function validToken(): Promise<AccessToken> {
    if (current !== undefined && (!isTimeKnown || current.expiresOnTimestamp - Date.now() > renewBeforeInMs))
      return Promise.resolve(current);
    renewal ??= getToken()
      .catch(orCurrent)
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  }
  return async (request, next) => {
    const { token } = await validToken();
    request.headers.set('Authorization', `Bearer ${token}`);
    const response = await next(request);
    if (response.status !== 401 || asksForProof(response)) return response;
    if (current?.token === token) current = undefined;
    if (!canBeSentAgain(request)) return response;
    const renewed = await validToken();
    if (renewed.token === token) return response;
    request.headers.set('Authorization', `Bearer ${renewed.token}`);
    return next(request);
  };
}

function isToken(given: Partial<AccessToken> | null | undefined): given is AccessToken {
  return typeof given?.token === 'string' && given.token !== '' && Number.isFinite(given.expiresOnTimestamp);
}

/** Says what an answer lacks that is no token, without what it has. */
function insteadOf(given: Partial<AccessToken> | null | undefined): string {
  if (given === null || given === undefined) return '';
  const what =
    typeof given.token === 'string' && given.token !== '' ? 'expiresOnTimestamp (a number)' : 'token (a text)';
  return `: its ${what} is missing`;
}

/** A newer token does not help where the person has to prove again who they are (RFC 9470). */
function asksForProof({ headers }: PipelineResponse): boolean {
  return headers.get('www-authenticate')?.includes('insufficient_user_authentication') === true;
}
