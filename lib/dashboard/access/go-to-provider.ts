import { postAuth } from './post-auth.ts';
import { readSignInFailure, type SignInFailure } from './sign-in-failure.ts';

type Options = {
  /** Parameters for the provider, such as `prompt` and `max_age` (OpenID Connect, 3.1.2.1). */
  asked?: Readonly<Record<string, string>>;
  send?: typeof fetch;
  /** Opens an address in place of the page. */
  leave?: (address: string) => void;
};

/** Sends the browser to a sign-in provider, which sends it back to `target`. Resolves with why not; the page then stays. */
export async function goToProvider(
  provider: string,
  target: string,
  { asked = {}, send = fetch, leave = (address) => window.location.assign(address) }: Options = {},
): Promise<SignInFailure | undefined> {
  try {
    const query = new URLSearchParams(asked).toString();
    const path = `signin/${encodeURIComponent(provider)}${query === '' ? '' : `?${query}`}`;
    const { ok, url } = await postAuth(path, { callbackUrl: target }, send);
    const error = url.searchParams.get('error');
    if (!ok || error !== null) return readSignInFailure(error ?? '');
    leave(url.href);
    return undefined;
  } catch {
    return { reason: 'unreachable' }; // the dashboard itself did not answer
  }
}
