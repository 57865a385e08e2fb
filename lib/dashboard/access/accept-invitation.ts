import { postSignIn } from './post-sign-in.ts';
import { forgetInThisTab } from './session-end.ts';
import type { SignInFailure } from './sign-in-failure.ts';

/** Sets the password with the token after `#` in the address, and opens the dashboard. Resolves with why not. */
export async function acceptInvitation(password: string): Promise<SignInFailure | undefined> {
  const failure = await postSignIn('invitation', { token: window.location.hash.slice(1), password });
  if (failure !== undefined) return failure;
  forgetInThisTab(); // of the operator before
  window.location.assign('/');
  return undefined;
}
