import type { AccessToken } from '#client';
import { parseScope, type Scope, type SignInResponse } from '#contract';
import { connect } from '../connect.ts';

/** A short-lived access token with what it allows now. */
export type Access = { token: string; expiresOn: number; scopes: Scope[] };

/** A token with less than this left is not used for another call. */
const marginInMs = 60_000;

const held = new Map<string, Promise<Access>>();

/** The access token of a session, from memory or by its refresh token; calls made at the same time share one refresh. */
export async function accessOf(refreshToken: string): Promise<Access> {
  const known = held.get(refreshToken);
  if (known !== undefined) {
    const access = await known;
    if (access.expiresOn - Date.now() > marginInMs) return access;
    if (held.get(refreshToken) === known) held.delete(refreshToken);
  }
  return held.get(refreshToken) ?? refresh(refreshToken);
}

/** Keeps the token that came with a sign-in. */
export function holdAccess(answer: SignInResponse): void {
  forgetEnded();
  held.set(answer.refreshToken, Promise.resolve(toAccess(answer)));
}

/** After a sign-out, or when the service refused the token: the next call asks for another. */
export function forgetAccess(refreshToken: string): void {
  held.delete(refreshToken);
}

/** As @azure/core-auth wants it, for clients that outlive one token. */
export async function tokenOf(refreshToken: string): Promise<AccessToken> {
  const access = await accessOf(refreshToken);
  return { token: access.token, expiresOnTimestamp: access.expiresOn };
}

function refresh(refreshToken: string): Promise<Access> {
  const asked = connect('anonymous').refreshSignInAsync(refreshToken).then(toAccess);
  held.set(refreshToken, asked);
  asked.catch(() => {
    if (held.get(refreshToken) === asked) held.delete(refreshToken);
  });
  return asked;
}

function toAccess(answer: SignInResponse): Access {
  return {
    token: answer.accessToken,
    expiresOn: Date.parse(answer.expiresOn),
    scopes: answer.scopes.map(parseScope).filter((scope) => scope !== undefined),
  };
}

/** Sessions left without signing out would otherwise stay in memory for ever. */
function forgetEnded(): void {
  for (const [refreshToken, asked] of held) {
    void asked.then(
      (access) => access.expiresOn < Date.now() && held.delete(refreshToken),
      () => held.delete(refreshToken),
    );
  }
}
