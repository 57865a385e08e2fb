import type { PasskeyOptions } from '#contract';
import { isProblemError } from '../problem/problem.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { readSignInFailure, type SignInFailure } from './sign-in-failure.ts';

/** Signs in with a password, and a recovery code in place of a passkey. Resolves with nothing when signed in. */
export async function signInWithPassword(
  email: string,
  password: string,
  recoveryCode: string,
): Promise<SignInFailure | undefined> {
  return perform('credentials', { email, password, recoveryCode });
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
    return await perform('passkey', { credential: JSON.stringify(await askForPasskey(options)) });
  } catch {
    return { reason: 'noPasskeyUsed' }; // the browser asked, and nobody answered
  }
}

async function perform(provider: string, given: Record<string, string>): Promise<SignInFailure | undefined> {
  try {
    const { signIn } = await import('next-auth/react');
    const result = await signIn(provider, { ...given, redirect: false });
    return result?.ok === true ? undefined : readSignInFailure(result?.error ?? '');
  } catch {
    return { reason: 'unreachable' }; // the dashboard itself did not answer
  }
}
