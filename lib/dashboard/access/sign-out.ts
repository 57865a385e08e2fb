import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast.ts';
import { leaveUnguarded } from '@/components/ui/use-unload-guard.ts';
import { findProviderSignOut } from '../account/actions.ts';
import { liveStream } from '../live/browser-live-host.ts';
import { holdQueries } from '../query/hold-queries.ts';
import { postAuth } from './post-auth.ts';
import { announceSessionEnd, forgetInThisTab } from './session-end.ts';

const cutOff = 'The session could not be ended. Sign out again in a moment.';

/**
 * Ends the session here, in the other tabs and at the service. Then shows the sign-in page with nothing of it left, by
 * way of the provider that the operator signed in with.
 */
async function signOutHere(queries: QueryClient): Promise<void> {
  const found = await findProviderSignOut(undefined).catch(() => undefined); // the dashboard was replaced meanwhile
  // the service ends the stream with the session, and what is read meanwhile would be refused
  liveStream.hold(true);
  const letGo = holdQueries();
  await queries.cancelQueries();
  try {
    const { ok } = await postAuth('signout', { callbackUrl: '/' });
    if (!ok) throw new Error('the service could not end the session');
  } catch (error) {
    liveStream.hold(false);
    letGo();
    throw error;
  }
  announceSessionEnd();
  leaveSession(found?.ok === true ? found.value : undefined);
}

/** Returns what signs the operator out, as `signOutHere` does. */
export function useSignOut(): () => void {
  const queries = useQueryClient();
  return () => void signOutHere(queries).catch(() => toast.error('You are still signed in', { description: cutOff }));
}

/** Shows the sign-in page after the session has ended, or another address, with nothing of it left in this tab. */
export function leaveSession(address = '/sign-in'): void {
  forgetInThisTab();
  leaveUnguarded(() => window.location.assign(address));
}
