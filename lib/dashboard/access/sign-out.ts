import { announceSessionEnd, forgetInThisTab } from './session-end.ts';

/** Ends the session here, in the other tabs and at the service, then shows the sign-in page with nothing of it left. */
export async function signOutHere(): Promise<void> {
  const { signOut } = await import('next-auth/react');
  await signOut({ redirect: false });
  announceSessionEnd();
  leaveSession();
}

/** Shows the sign-in page after the session has ended, with nothing of it left in this tab. */
export function leaveSession(): void {
  forgetInThisTab();
  window.location.assign('/sign-in');
}
