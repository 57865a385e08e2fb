import type { AccessToken, TokenCredential } from '@azure/core-auth';
import type { PipelinePolicy, PipelineRequest, PipelineResponse, SendRequest } from '@azure/core-rest-pipeline';
import type { TaskClientCredential } from '../options.ts';
import { canBeSentAgain } from '../sent-body.ts';
import { sentOperation } from '../sent-operation.ts';

/** A token is renewed when less than this is left of it. */
const renewBeforeInMs = 120_000;

/** Thrown where a credential gives no token. */
export class NoTokenError extends Error {
  override readonly name = 'NoTokenError';
}

/** Shows who calls: `Authorization: Bearer`, except on operations that anyone may call. */
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

/** Concurrent calls share one token and one renewal; a token that the service refuses is renewed once. */
function withTokens(credential: TokenCredential, scopes: string[]): PipelinePolicy['sendRequest'] {
  let current: AccessToken | undefined;
  let isTimeKnown = true;
  let renewal: Promise<AccessToken> | undefined;

  async function getToken(): Promise<AccessToken> {
    const token = await credential.getToken(scopes);
    if (token === null) throw new NoTokenError('the credential gave no token');
    current = token;
    // one that is new and expired says that the clocks disagree: then only the service knows how long it is good for
    isTimeKnown = token.expiresOnTimestamp > Date.now();
    return token;
  }
  /** What cannot be renewed is used as long as it lasts. */
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
    if (response.status !== 401) return response;
    if (current?.token === token) current = undefined;
    if (!canBeSentAgain(request)) return response;
    const renewed = await validToken();
    if (renewed.token === token) return response;
    request.headers.set('Authorization', `Bearer ${renewed.token}`);
    return next(request);
  };
}
