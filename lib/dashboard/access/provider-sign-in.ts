import { isRequestFailedError } from '#client';
import type { ProviderSignInInput } from '#contract';
import { presentTime } from '@/components/ui/present.ts';
import type { Session } from './session-token.ts';
import type { Browser, SignInParts } from './sign-in.ts';
import type { SignInFailure } from './sign-in-failure.ts';

/** What next-auth got from a provider for the code of a redirect. */
type Tokens = {
  provider: string;
  id_token?: string | undefined;
  access_token?: string | undefined;
  refresh_token?: string | undefined;
};

/** With a longer ID token, the session would not fit into one cookie. Signing out then asks at the provider. */
const longestKeptIdToken = 1_800;

/**
 * Signs an operator in at the service with a provider's tokens, which the service checks by itself. Returns what the
 * session cookie holds, or why nobody was signed in.
 */
export async function signInWithProvider(
  { accessTokens, connect }: SignInParts,
  { provider, id_token: idToken, access_token: accessToken, refresh_token: refreshToken }: Tokens,
  { address, device }: Browser,
): Promise<Session | SignInFailure> {
  if (idToken === undefined) return { reason: 'providerRefused' };
  const sent: ProviderSignInInput = {
    provider,
    idToken,
    ...(accessToken !== undefined && { accessToken }),
    ...(refreshToken !== undefined && { refreshToken }),
    ...(device !== undefined && { device }),
  };
  try {
    const answer = await connect('anonymous', { address, maximumRetries: 0 }).signInWithProviderAsync(sent);
    accessTokens.hold(answer);
    const { operator, refreshToken: own, refreshExpiresOn } = answer;
    const kept = idToken.length > longestKeptIdToken ? { id: provider } : { id: provider, idToken };
    return {
      operator,
      refreshToken: own,
      refreshExpiresOn,
      renewedOn: new Date(presentTime()).toISOString(),
      provider: kept,
    };
  } catch (error) {
    return failureOf(error);
  }
}

/**
 * Proves who is signed in with the ID token of a new sign-in. The session stays the same. Resolves with whether the service
 * accepted it.
 */
export async function proveWithProvider(
  { accessTokens, connect }: SignInParts,
  { refreshToken }: Pick<Session, 'refreshToken'>,
  { id_token: idToken }: Tokens,
  { address }: Browser,
): Promise<boolean> {
  if (idToken === undefined) return false;
  const getToken = () => accessTokens.tokenOf(refreshToken);
  try {
    await connect({ getToken }, { address, maximumRetries: 0 }).proveIdentityAsync({ idToken });
    return true;
  } catch (error) {
    if (isRequestFailedError(error)) return false;
    throw error;
  }
}

function failureOf(error: unknown): SignInFailure {
  if (!isRequestFailedError(error)) throw error;
  switch (error.code) {
    case 'InsufficientScope':
      return { reason: 'noRole' };
    case 'EmailNotVerified':
      return { reason: 'emailNotVerified' };
    case 'OperatorAlreadyExists':
      return { reason: 'emailTaken' };
    case 'InvalidCredentials':
      return { reason: 'providerRefused' };
    case 'TooManyRequests':
      return { reason: 'throttled', seconds: Math.ceil((error.retryAfterInMs ?? 30_000) / 1_000) };
    default:
      return { reason: 'unreachable' };
  }
}
