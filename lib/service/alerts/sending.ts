import type { Clock } from '#database';
import type { Outlet } from '#engine';

/** The mail server of alerts and the address that their e-mails come from. */
export type SmtpConfig = { url: string; from: string };

/** What deliveries use. */
export type Sending = {
  /** The connections to hooks. */
  outlet: Outlet;
  smtp: SmtpConfig | undefined;
  /** The address of the dashboard, for links. */
  dashboardUrl: string | undefined;
  /** Dates signatures. Receivers refuse those that are some minutes old. */
  clock: Clock;
};
