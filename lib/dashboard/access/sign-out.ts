import { leaveUnguarded } from '@/components/ui/use-unload-guard.ts';
import { findProviderSignOut } from '../account/actions.ts';
import { liveStream } from '../live/browser-live-host.ts';
import { announceSessionEnd, forgetInThisTab } from './session-end.ts';

/**
 * Ends the session here, in the other tabs and at the service. Then shows the sign-in page with nothing of it left, by
 * way of the provider that the operator signed in with.
 */
export async function signOutHere(): Promise<void> {
  const found = await findProviderSignOut(undefined).catch(() => undefined); // the dashboard was replaced meanwhile
  const { signOut } = await import('next-auth/react');
  liveStream.hold(true); // the service ends it with the session, and a new one would be refused
  try {
    await signOut({ redirect: false });
  } catch (error) {
    liveStream.hold(false);
    throw error;
  }
  announceSessionEnd();
  leaveSession(found?.ok === true ? found.value : undefined);
}

/** Shows the sign-in page after the session has ended, or another address, with nothing of it left in this tab. */
export function leaveSession(address = '/sign-in'): void {
  forgetInThisTab();
  leaveUnguarded(() => window.location.assign(address));
}
