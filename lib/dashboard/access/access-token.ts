import { decodeJwt } from 'jose';
import { type AccessToken, isRequestFailedError } from '#client';
import { type Bounds, parseScope, type Scope, type SignInResponse } from '#contract';
import { createExchangedTokens } from './exchanged-tokens.ts';
import { createRefusedTokens } from './refused-tokens.ts';

/** A short-lived access token, what it allows now, and the refresh token that gets the next one. */
export type Access = {
  token: string;
  /** By the clock of this process. */
  expiresOn: number;
  scopes: Scope[];
  /** What the operator reaches; `undefined`: everything. */
  bounds: Bounds | undefined;
  mustChangePassword: boolean;
  mustAddPasskey: boolean;
  refreshToken: string;
};

/** The access tokens of the sessions that a dashboard process serves, by refresh token. */
export type AccessTokens = {
  /** Returns the access token of a session, from memory or by its refresh token. Parallel calls share one refresh. */
  accessOf(refreshToken: string): Promise<Access>;
  /** Notes that a request came with this refresh token: its browser has it, and sends no former one any more. */
  noteUse(refreshToken: string): void;
  /**
   * Returns the same with a new refresh token, which the cookie must hold from then on. Parallel calls share one. A token
   * whose successor is in use goes to the service, which ends the session: it is a copy.
   */
  renew(refreshToken: string): Promise<Access>;
  /** Returns the same as @azure/core-auth wants it, for clients that outlive one token. */
  tokenOf(refreshToken: string): Promise<AccessToken>;
  /** Keeps the token that came with a sign-in. */
  hold(answer: SignInResponse): void;
  /** Returns how many refresh tokens are in memory. */
  count(): number;
  /** Drops the token of a session: after a sign-out, or when the service refused it. The next call refreshes. */
  forget(refreshToken: string): void;
};

/** An access token that expires sooner than this is refreshed before use. */
export const refreshMarginInMs = 60_000;

/** For so long, a browser that has not got its new cookie goes on with the former one. */
const formerCookieInMs = 3_600_000;

/** Makes an empty set of access tokens. `refresh` gets the next one at the service, and with `rotate` a refresh token. */
export function createAccessTokens(
  refresh: (refreshToken: string, options: { rotate: boolean }) => Promise<SignInResponse>,
  now: () => number = Date.now,
): AccessTokens {
  const held = new Map<string, Promise<Access>>();
  const renewing = new Map<string, Promise<Access>>();
  const exchanged = createExchangedTokens(now);
  const refused = createRefusedTokens(now);

  function refreshAccess(refreshToken: string, rotate = false): Promise<Access> {
    const refusal = refused.errorOf(refreshToken);
    if (refusal !== undefined) return Promise.reject(refusal);
    const refreshed = refresh(refreshToken, { rotate }).then((answer) => toAccess(answer, now()));
    if (!rotate) held.set(refreshToken, refreshed);
    refreshed.then(
      (access) => {
        held.set(refreshToken, refreshed); // requests with the former cookie go on with the new token
        held.set(access.refreshToken, refreshed);
        if (!rotate) return;
        exchanged.add(access.refreshToken, access.expiresOn + formerCookieInMs);
        forgetExpired();
      },
      (error: unknown) => {
        if (held.get(refreshToken) === refreshed) held.delete(refreshToken);
        if (isRequestFailedError(error) && error.statusCode === 401) refused.add(refreshToken, error);
      },
    );
    return refreshed;
  }

  async function renew(refreshToken: string): Promise<Access> {
    const known = await held.get(refreshToken)?.catch(() => undefined);
    if (known !== undefined && known.refreshToken !== refreshToken) {
      if (exchanged.canFormerCome(known.refreshToken)) return accessOf(known.refreshToken);
      forget(refreshToken);
    }
    const underWay = renewing.get(refreshToken);
    if (underWay !== undefined) return underWay;
    const renewed = refreshAccess(refreshToken, true).finally(() => renewing.delete(refreshToken));
    renewing.set(refreshToken, renewed);
    return renewed;
  }

  async function accessOf(refreshToken: string): Promise<Access> {
    const known = held.get(refreshToken);
    if (known !== undefined) {
      const access = await known;
      // Another process may have done what the operator must do: what is held about it is not trusted.
      const isOpen = !access.mustChangePassword && !access.mustAddPasskey;
      if (access.expiresOn - now() > refreshMarginInMs && isOpen) return access;
      if (access.refreshToken !== refreshToken) return accessOf(access.refreshToken);
      if (held.get(refreshToken) === known) held.delete(refreshToken);
    }
    return held.get(refreshToken) ?? refreshAccess(refreshToken);
  }

  /** Sessions that are left without a sign-out would otherwise stay in memory. */
  function forgetExpired(): void {
    for (const [refreshToken, known] of held) {
      void known.then(
        (access) => {
          const keptForInMs = access.refreshToken === refreshToken ? 0 : formerCookieInMs;
          const isOver = access.expiresOn + keptForInMs < now();
          if (isOver && held.get(refreshToken) === known) held.delete(refreshToken);
        },
        () => undefined,
      );
    }
    exchanged.forgetExpired();
  }

  function forget(refreshToken: string): void {
    const known = held.get(refreshToken);
    held.delete(refreshToken);
    known?.then(
      (access) => {
        held.delete(access.refreshToken);
        if (access.refreshToken !== refreshToken) exchanged.forget(access.refreshToken);
      },
      () => undefined,
    );
  }

  return {
    accessOf,
    renew,
    noteUse: exchanged.noteUse,
    async tokenOf(refreshToken) {
      const access = await accessOf(refreshToken);
      return { token: access.token, expiresOnTimestamp: access.expiresOn };
    },
    hold(answer) {
      forgetExpired();
      held.set(answer.refreshToken, Promise.resolve(toAccess(answer, now())));
    },
    count: () => new Set([...held.keys(), ...exchanged.all()]).size,
    forget,
  };
}

function toAccess(answer: SignInResponse, now: number): Access {
  return {
    token: answer.accessToken,
    refreshToken: answer.refreshToken,
    expiresOn: expiryOf(answer, now),
    mustChangePassword: answer.mustChangePassword === true,
    mustAddPasskey: answer.mustAddPasskey === true,
    bounds: answer.bounds,
    scopes: answer.scopes.map(parseScope).filter((scope) => scope !== undefined),
  };
}

/**
 * Returns when a token expires that has just been issued. Its times are those of the database, whose clock can differ from
 * that of this process: what counts is how long it lives.
 */
function expiryOf({ accessToken, expiresOn }: SignInResponse, now: number): number {
  const { iat, exp } = claimsOf(accessToken);
  return iat === undefined || exp === undefined ? Date.parse(expiresOn) : now + (exp - iat) * 1_000;
}

function claimsOf(token: string): { iat?: number | undefined; exp?: number | undefined } {
  try {
    return decodeJwt(token);
  } catch {
    return {}; // it does not say
  }
}
