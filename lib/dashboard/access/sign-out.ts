import { liveStream } from '../live/browser-live-host.ts';
import { announceSessionEnd, forgetInThisTab } from './session-end.ts';

/** Ends the session here, in the other tabs and at the service, then shows the sign-in page with nothing of it left. */
export async function signOutHere(): Promise<void> {
  const { signOut } = await import('next-auth/react');
  liveStream.hold(true); // the service ends it with the session, and a new one would be refused
  try {
    await signOut({ redirect: false });
  } catch (error) {
    liveStream.hold(false);
    throw error;
  }
  announceSessionEnd();
  leaveSession();
}

/** Shows the sign-in page after the session has ended, with nothing of it left in this tab. */
export function leaveSession(): void {
  forgetInThisTab();
  window.location.assign('/sign-in');
}
