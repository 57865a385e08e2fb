import { type Environment, readHiddenVariable } from './environment.ts';

/** The header in which a dashboard proves to the service that it is one. `X-Forwarded-For` then has its browser's address. */
export const dashboardKeyHeader = 'taskdeck-dashboard-key';

/** Reads `TASKDECK_DASHBOARD_KEY`: dashboards send the first key, services accept all. Throws `ConfigError`. */
export function readDashboardKeys(environment: Environment): readonly string[] {
  return readHiddenVariable(environment, 'TASKDECK_DASHBOARD_KEY', allowed, keys) ?? [];
}

const allowed = 'at least 32 visible characters; several keys with commas between, the current one first';

function keys(text: string): string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => /^[!-~]{32,256}$/.test(part)) ? parts : undefined;
}
