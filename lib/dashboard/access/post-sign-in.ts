import { postAuth } from './post-auth.ts';
import { readSignInFailure, type SignInFailure } from './sign-in-failure.ts';

/** Sends what somebody signs in with to the dashboard. Resolves with nothing when signed in. The page stays. */
export async function postSignIn(
  provider: 'credentials' | 'passkey' | 'invitation',
  given: Readonly<Record<string, string>>,
  send: typeof fetch = fetch,
): Promise<SignInFailure | undefined> {
  try {
    const { ok, url } = await postAuth(`callback/${provider}`, { ...given, callbackUrl: '/' }, send);
    const error = url.searchParams.get('error');
    return ok && error === null ? undefined : readSignInFailure(error ?? '');
  } catch {
    return { reason: 'unreachable' }; // the dashboard itself did not answer
  }
}
