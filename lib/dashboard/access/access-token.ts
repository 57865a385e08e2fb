import type { AccessToken } from '#client';
import { parseScope, type Scope, type SignInResponse } from '#contract';

/** A short-lived access token and what it allows now. */
export type Access = { token: string; expiresOn: number; scopes: Scope[]; mustChangePassword: boolean };

/** The access tokens of the sessions that a dashboard process serves, by refresh token. */
export type AccessTokens = {
  /** Returns the access token of a session, from memory or by its refresh token. Parallel calls share one refresh. */
  accessOf(refreshToken: string): Promise<Access>;
  /** Returns the same as @azure/core-auth wants it, for clients that outlive one token. */
  tokenOf(refreshToken: string): Promise<AccessToken>;
  /** Keeps the token that came with a sign-in. */
  hold(answer: SignInResponse): void;
  /** Returns how many sessions have a token in memory. */
  count(): number;
  /** Drops the token of a session: after a sign-out, or when the service refused it. The next call refreshes. */
  forget(refreshToken: string): void;
};

/** An access token that expires sooner than this is refreshed before use. */
export const refreshMarginInMs = 60_000;

/** Makes an empty set of access tokens. `refresh` exchanges a refresh token at the service. */
export function createAccessTokens(
  refresh: (refreshToken: string) => Promise<SignInResponse>,
  now: () => number = Date.now,
): AccessTokens {
  const held = new Map<string, Promise<Access>>();

  function refreshAccess(refreshToken: string): Promise<Access> {
    const refreshed = refresh(refreshToken).then(toAccess);
    held.set(refreshToken, refreshed);
    refreshed.catch(() => {
      if (held.get(refreshToken) === refreshed) held.delete(refreshToken);
    });
    return refreshed;
  }

  async function accessOf(refreshToken: string): Promise<Access> {
    const known = held.get(refreshToken);
    if (known !== undefined) {
      const access = await known;
      // Another process may have changed a generated password: what is held about it is not trusted.
      if (access.expiresOn - now() > refreshMarginInMs && !access.mustChangePassword) return access;
      if (held.get(refreshToken) === known) held.delete(refreshToken);
    }
    return held.get(refreshToken) ?? refreshAccess(refreshToken);
  }

  /** Sessions that are left without a sign-out would otherwise stay in memory. */
  function forgetExpired(): void {
    for (const [refreshToken, known] of held) {
      void known.then(
        (access) => access.expiresOn < now() && held.delete(refreshToken),
        () => undefined,
      );
    }
  }

  return {
    accessOf,
    async tokenOf(refreshToken) {
      const access = await accessOf(refreshToken);
      return { token: access.token, expiresOnTimestamp: access.expiresOn };
    },
    hold(answer) {
      forgetExpired();
      held.set(answer.refreshToken, Promise.resolve(toAccess(answer)));
    },
    count: () => held.size,
    forget(refreshToken) {
      held.delete(refreshToken);
    },
  };
}

function toAccess(answer: SignInResponse): Access {
  return {
    token: answer.accessToken,
    expiresOn: Date.parse(answer.expiresOn),
    mustChangePassword: answer.mustChangePassword === true,
    scopes: answer.scopes.map(parseScope).filter((scope) => scope !== undefined),
  };
}
