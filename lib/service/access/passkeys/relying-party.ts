import { isIP } from 'node:net';
import { TaskdeckError } from '#contract';

/** What passkeys are bound to: the host name of the dashboard, and the origin of its pages. */
type RelyingParty = { id: string; origin: string };

/** Why browsers would refuse passkeys for a dashboard at this address; `undefined`: they would not. */
export function whyNoPasskeys(dashboardUrl: string | undefined): string | undefined {
  if (dashboardUrl === undefined) return 'set TASKDECK_URL of the service to the address of the dashboard';
  const { protocol, hostname } = new URL(dashboardUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return `passkeys need a host name, and TASKDECK_URL has the IP address ${hostname}`;
  if (protocol !== 'https:' && !isLocal) return `passkeys need https, and TASKDECK_URL is ${dashboardUrl}`;
  return undefined;
}

/** Returns the relying party of this deployment. Throws `PasskeysUnavailable` with the reason. */
export function relyingPartyOf({ dashboardUrl }: { dashboardUrl: string | undefined }): RelyingParty {
  const reason = whyNoPasskeys(dashboardUrl);
  if (reason !== undefined || dashboardUrl === undefined)
    throw new TaskdeckError('PasskeysUnavailable', `passkeys cannot be used here: ${reason}`);
  const { hostname, origin } = new URL(dashboardUrl);
  return { id: hostname, origin };
}
