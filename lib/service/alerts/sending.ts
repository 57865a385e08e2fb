import type { Outlet } from '#engine';

/** What deliveries use: the connections to hooks, and the address of the dashboard for links. */
export type Sending = { outlet: Outlet; dashboardUrl: string | undefined };
