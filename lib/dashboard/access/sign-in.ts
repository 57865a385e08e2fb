import { isRequestFailedError } from '#client';
import { invitationAcceptance, passkeyUse, type SignInResponse, signInInput } from '#contract';
import { presentTime } from '@/components/ui/present.ts';
import type { AccessTokens } from './access-token.ts';
import type { Connect } from './connect.ts';
import { type Session, session } from './session-token.ts';
import { type SignInFailure, writeSignInFailure } from './sign-in-failure.ts';

/** Where a sign-in comes from. */
export type Browser = { address: string | undefined; device: string | undefined };

export type SignInParts = { accessTokens: AccessTokens; connect: Connect };

/**
 * Signs an operator in at the service: returns what the session cookie holds, and the id that next-auth wants. Throws an
 * error whose message next-auth hands to the sign-in page: a `SignInFailure` as text.
 */
export async function signIn(
  { accessTokens, connect }: SignInParts,
  given: unknown,
  { address, device }: Browser,
): Promise<Session & { id: string }> {
  const input = signInInput.safeParse(pick(given));
  if (!input.success) throw new Error(writeSignInFailure({ reason: 'credentials' }));
  let isAgain = false;
  try {
    const sent = device === undefined ? input.data : { ...input.data, device };
    const client = connect('anonymous', { address, maximumRetries: 0 });
    const answer = await client.signInAsync(sent).catch((error) => {
      isAgain = isBroken(error);
      if (isAgain) return client.signInAsync(sent);
      throw error;
    });
    return keep(accessTokens, answer);
  } catch (error) {
    const failure = failureOf(error);
    const isCode = failure.reason === 'credentials' && input.data.recoveryCode !== undefined;
    const told: SignInFailure = isCode ? { reason: isAgain ? 'codeUnanswered' : 'wrongCode' } : failure;
    throw new Error(writeSignInFailure(told), { cause: error });
  }
}

/** Signs in with a passkey, given as the JSON text of its use, in the same way as `signIn`. */
export async function signInWithPasskey(
  { accessTokens, connect }: SignInParts,
  given: unknown,
  { address, device }: Browser,
): Promise<Session & { id: string }> {
  const credential = passkeyUse.safeParse(readJson(member(given, 'credential')));
  if (!credential.success) throw new Error(writeSignInFailure({ reason: 'passkeyRefused' }));
  try {
    const sent = { credential: credential.data, ...(device !== undefined && { device }) };
    return keep(accessTokens, await connect('anonymous', { address, maximumRetries: 0 }).signInWithPasskeyAsync(sent));
  } catch (error) {
    const failure = failureOf(error);
    const told: SignInFailure = failure.reason === 'credentials' ? { reason: 'passkeyRefused' } : failure;
    throw new Error(writeSignInFailure(told), { cause: error });
  }
}

function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined; // not what the page sends
  }
}

/** Sets the password of an operator who was invited, and signs the operator in, in the same way as `signIn`. */
export async function acceptInvitation(
  { accessTokens, connect }: SignInParts,
  given: unknown,
  { address, device }: Browser,
): Promise<Session & { id: string }> {
  const input = invitationAcceptance.safeParse({ token: member(given, 'token'), password: member(given, 'password') });
  if (!input.success) throw new Error(writeSignInFailure({ reason: 'invitationOver' }));
  try {
    const sent = device === undefined ? input.data : { ...input.data, device };
    const client = connect('anonymous', { address, maximumRetries: 0 });
    return keep(accessTokens, await client.acceptInvitationAsync(sent));
  } catch (error) {
    throw new Error(writeSignInFailure(invitationFailureOf(error)), { cause: error });
  }
}

function keep(accessTokens: AccessTokens, answer: SignInResponse): Session & { id: string } {
  accessTokens.hold(answer);
  const { operator, refreshToken, refreshExpiresOn } = answer;
  return {
    id: operator.id,
    operator,
    refreshToken,
    refreshExpiresOn,
    renewedOn: new Date(presentTime()).toISOString(),
  };
}

function invitationFailureOf(error: unknown): SignInFailure {
  if (!isRequestFailedError(error)) throw error;
  if (error.code === 'InvalidCredentials') return { reason: 'invitationOver' };
  if (error.code !== 'InvalidRequest') return failureOf(error);
  return { reason: error.message.includes('common') ? 'commonPassword' : 'namePassword' };
}

/** Ends the session of a cookie, given as its content, here and at the service. */
export async function signOut({ accessTokens, connect }: SignInParts, token: unknown): Promise<void> {
  const ended = session.safeParse(token);
  if (!ended.success) return;
  accessTokens.forget(ended.data.refreshToken);
  await connect('anonymous').signOutAsync(ended.data.refreshToken);
}

/** A kept connection may be closed by the service in the moment in which it is used again. */
function isBroken(error: unknown): boolean {
  return isRequestFailedError(error) && error.code === 'ConnectionFailed';
}

function failureOf(error: unknown): SignInFailure {
  if (!isRequestFailedError(error)) throw error;
  if (error.code === 'InvalidCredentials' || error.code === 'InvalidRequest') return { reason: 'credentials' };
  if (error.code === 'SecondFactorRequired') return { reason: 'secondFactor' };
  if (error.code === 'PasskeysUnavailable') return { reason: 'passkeysUnavailable' };
  if (error.code !== 'TooManyRequests') return { reason: 'unreachable' };
  return { reason: 'throttled', seconds: Math.ceil((error.retryAfterInMs ?? 30_000) / 1_000) };
}

/** next-auth adds members of its own (csrfToken, callbackUrl) to what the form sent. */
function pick(given: unknown): unknown {
  const recoveryCode = member(given, 'recoveryCode');
  const hasCode = recoveryCode !== undefined && recoveryCode !== '';
  return { email: member(given, 'email'), password: member(given, 'password'), ...(hasCode && { recoveryCode }) };
}

function member(given: unknown, name: string): unknown {
  return typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined;
}
