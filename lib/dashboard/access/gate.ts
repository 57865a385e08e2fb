import { isRequestFailedError, type TaskClient } from '#client';
import type { Bounds, Scope } from '#contract';
import { type DashboardProblem, ProblemError } from '../problem/problem.ts';
import type { Access, AccessTokens } from './access-token.ts';
import { clientAddressOf } from './client-address.ts';
import type { Connect } from './connect.ts';
import { isOfAnotherPage, operatorHeader } from './page-operator.ts';
import { isSameOrigin } from './same-origin.ts';
import { readSession, type SessionConfig } from './session.ts';
import type { Session } from './session-token.ts';
import { usableScopes } from './usable-scopes.ts';

/** Who is signed in, what they may do, and a client that acts as them. */
export type SignedIn = {
  operator: Session['operator'];
  /** Suffixes, such as `tasks/update`. */
  scopes: Scope[];
  /** What they reach of tasks and stores; `undefined`: everything. */
  bounds: Bounds | undefined;
  client: TaskClient;
  /** A client for the isolated names of one owner. The service refuses it without `namespaces/manage`. */
  clientIn(namespace: string): TaskClient;
  /** Has a generated password: until it is changed, the service refuses everything else. */
  mustChangePassword: boolean;
  /** Needs a passkey and has none: until one is added, the service refuses everything else. */
  mustAddPasskey: boolean;
  /** The provider that the operator signed in with; `undefined`: with a password. */
  provider?: Session['provider'];
};

/** Whether a request changes something: then it must also say where it comes from. */
type RequestKind = { isChange: boolean };

/**
 * Decides which requests the dashboard serves. To a page that was drawn for another operator than the one who is signed in by
 * now, the session has ended. Every method throws `ProblemError` or `RequestFailedError`.
 */
export type Gate = {
  /** For pages, which browsers open from anywhere: returns the operator of this request. */
  identify(headers: Headers): Promise<SignedIn>;
  /** For actions and handlers: returns the operator of a request that a page of this dashboard made. */
  admit(headers: Headers, kind: RequestKind): Promise<SignedIn>;
  /** The same for handlers that send bytes on: returns the operator's access token, and later the next one. */
  admitWithToken(headers: Headers, kind: RequestKind): Promise<{ token: string; nextToken(): Promise<string> }>;
  /** Drops the access token of this request's session. Call when the service refused it: the next request refreshes. */
  forgetAccess(headers: Headers): Promise<void>;
};

/** What a gate needs. */
type GateParts = SessionConfig & { accessTokens: AccessTokens; connect: Connect };

/** Makes the gate of a dashboard. */
export function createGate({ accessTokens, connect, ...config }: GateParts): Gate {
  async function authenticate(headers: Headers): Promise<{ session: Session; access: Access }> {
    const session = await readSession(headers, config);
    if (session === undefined || isOfAnotherPage(headers.get(operatorHeader), session.operator)) throw sessionEnded();
    try {
      return { session, access: await accessTokens.accessOf(session.refreshToken) };
    } catch (error) {
      if (isRequestFailedError(error) && error.statusCode === 401) throw sessionEnded();
      throw error;
    }
  }

  async function identify(headers: Headers): Promise<SignedIn> {
    const { session, access } = await authenticate(headers);
    const getToken = () => accessTokens.tokenOf(session.refreshToken);
    const address = clientAddressOf(headers);
    const client = connect({ getToken }, { address });
    const clientIn = (namespace: string) => connect({ getToken }, { address, namespace });
    const { bounds, mustChangePassword, mustAddPasskey } = access;
    const scopes = usableScopes(access.scopes, bounds);
    const { operator, provider } = session;
    return { operator, scopes, bounds, client, clientIn, mustChangePassword, mustAddPasskey, provider };
  }

  return {
    identify,
    async admit(headers, kind) {
      refuseForeignOrigin(headers, kind);
      return identify(headers);
    },
    async admitWithToken(headers, kind) {
      refuseForeignOrigin(headers, kind);
      let { access } = await authenticate(headers);
      const nextToken = async () => {
        access = await accessTokens.accessOf(access.refreshToken); // not of the request's cookie, which gets too old
        return access.token;
      };
      return { token: access.token, nextToken };
    },
    async forgetAccess(headers) {
      const session = await readSession(headers, config);
      if (session !== undefined && !isOfAnotherPage(headers.get(operatorHeader), session.operator))
        accessTokens.forget(session.refreshToken);
    },
  };
}

/** The answer to a request that another site makes. */
export const foreignOrigin: DashboardProblem = {
  code: 'ForeignOrigin',
  detail: 'The request does not come from this dashboard.',
};

function refuseForeignOrigin(headers: Headers, { isChange }: RequestKind): void {
  if (isSameOrigin(headers, { isOriginNeeded: isChange })) return;
  throw new ProblemError(foreignOrigin);
}

function sessionEnded(): ProblemError {
  return new ProblemError({ code: 'Unauthenticated', detail: 'The session has ended. Sign in again.' });
}
