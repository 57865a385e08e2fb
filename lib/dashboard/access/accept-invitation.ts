import { forgetInThisTab } from './session-end.ts';
import { readSignInFailure, type SignInFailure } from './sign-in-failure.ts';

/** Sets the password with the token after `#` in the address, and opens the dashboard. Resolves with why not. */
export async function acceptInvitation(password: string): Promise<SignInFailure | undefined> {
  try {
    const { signIn } = await import('next-auth/react');
    const token = window.location.hash.slice(1);
    const result = await signIn('invitation', { token, password, redirect: false });
    if (result?.ok !== true) return readSignInFailure(result?.error ?? '');
    forgetInThisTab(); // of the operator before
    window.location.assign('/');
    return undefined;
  } catch {
    return { reason: 'unreachable' }; // the dashboard itself did not answer
  }
}
