import type { PasskeyOptions } from '#contract';
import { isProblemError } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { postSignIn } from './post-sign-in.ts';
import type { SignInFailure } from './sign-in-failure.ts';

/** Signs in with a password, and a recovery code in place of a passkey. Resolves with nothing when signed in. */
export async function signInWithPassword(
  email: string,
  password: string,
  recoveryCode: string,
): Promise<SignInFailure | undefined> {
  return postSignIn('credentials', { email, password, recoveryCode });
}

/** Signs in with a passkey of this device or near it. Resolves with nothing when signed in. */
export async function signInWithPasskeyHere(): Promise<SignInFailure | undefined> {
  const { askForPasskey } = await import('../passkey/browser-passkey.ts');
  let options: PasskeyOptions['options'];
  try {
    ({ options } = await fetchJson<PasskeyOptions>('/api/passkey-options'));
  } catch (error) {
    const isUnavailable = isProblemError(error) && error.problem.code === 'PasskeysUnavailable';
    return { reason: isUnavailable ? 'passkeysUnavailable' : 'unreachable' };
  }
  try {
    return await postSignIn('passkey', { credential: JSON.stringify(await askForPasskey(options)) });
  } catch {
    return { reason: 'noPasskeyUsed' }; // the browser asked, and nobody answered
  }
}
