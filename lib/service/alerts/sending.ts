import type { Outlet } from '#engine';

/** The mail server of alerts and the address that their e-mails come from. */
export type SmtpConfig = { url: string; from: string };

/** What deliveries use: the connections to hooks, the mail server, and the address of the dashboard for links. */
export type Sending = { outlet: Outlet; smtp: SmtpConfig | undefined; dashboardUrl: string | undefined };
