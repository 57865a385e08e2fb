import type { BrowserContextOptions } from 'playwright';

/** A page of a dashboard: where it is, and what shows that its content is there. */
export type PageToOpen = { url: string; selector: string; text: string };

/** A dashboard that runs on a filled database. */
export type RunningDashboard = {
  pages: { list: PageToOpen; detail: PageToOpen };
  /** The cookies of a signed-in operator, where the dashboard asks for one. */
  storageState?: BrowserContextOptions['storageState'];
  stop(): Promise<void>;
};

export type DashboardSubject = {
  name: string;
  /** The most tasks that it is filled with; the rows say so. */
  most?: number;
  /** Fills a new database with this many tasks and starts the dashboard on a port of its own. */
  start(databaseUrl: string, total: number): Promise<RunningDashboard>;
};
