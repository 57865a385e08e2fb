import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast.ts';
import { leaveUnguarded } from '@/components/ui/use-unload-guard.ts';
import { findProviderSignOut } from '../account/actions.ts';
import { liveStream } from '../live/browser-live-host.ts';
import { holdQueries } from '../query/hold-queries.ts';
import { readGate } from '../query/read-gate.ts';
import { postAuth } from './post-auth.ts';
import { announceSessionEnd, forgetInThisTab } from './session-end.ts';

/** How long a sign-out waits for what is read meanwhile. */
const longestReadInMs = 1_000;
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
  await readGate.close(longestReadInMs);
  try {
    const { ok } = await postAuth('signout', { callbackUrl: '/' });
    if (!ok) throw new Error('the service could not end the session');
  } catch (error) {
    liveStream.hold(false);
    readGate.open();
    letGo();
    throw error;
  }
  announceSessionEnd();
  leaveSession(found?.ok === true ? found.value : undefined);
}

/** Returns what signs the operator out, as `signOutHere` does. It resolves with whether the session has ended. */
export function useSignOut(): () => Promise<boolean> {
  const queries = useQueryClient();
  return async () => {
    try {
      await signOutHere(queries);
      return true;
    } catch {
      toast.error('You are still signed in', { description: cutOff });
      return false;
    }
  };
}

/** Shows the sign-in page after the session has ended, or another address, with nothing of it left in this tab. */
export function leaveSession(address = '/sign-in'): void {
  forgetInThisTab();
  leaveUnguarded(() => window.location.assign(address));
}
