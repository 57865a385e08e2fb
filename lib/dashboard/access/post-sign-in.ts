import { readSignInFailure, type SignInFailure } from './sign-in-failure.ts';

/**
 * Sends what somebody signs in with to the dashboard. Resolves with nothing when signed in. The page stays, whatever
 * happens: `signIn` of next-auth leaves it when the dashboard does not answer, and what is not saved is lost.
 */
export async function postSignIn(
  provider: 'credentials' | 'passkey' | 'invitation',
  given: Readonly<Record<string, string>>,
  send: typeof fetch = fetch,
): Promise<SignInFailure | undefined> {
  try {
    const { csrfToken }: { csrfToken: string } = await (await send('/api/auth/csrf')).json();
    const body = new URLSearchParams({ ...given, csrfToken, callbackUrl: '/', json: 'true' });
    const answer = await send(`/api/auth/callback/${provider}`, { method: 'POST', body });
    const { url }: { url: string } = await answer.json();
    const error = new URL(url, 'http://dashboard').searchParams.get('error');
    return answer.ok && error === null ? undefined : readSignInFailure(error ?? '');
  } catch {
    return { reason: 'unreachable' }; // the dashboard itself did not answer
  }
}
