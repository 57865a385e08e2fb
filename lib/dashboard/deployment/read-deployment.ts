import 'server-only';
import { hostname } from 'node:os';
import { headers } from 'next/headers';
import type { TaskClient } from '#client';
import { type Deployment, taskdeckVersion } from '#contract';
import { untrustedProxyOf } from '../access/client-address.ts';
import { dashboardConfig } from '../config.ts';
import { withDashboardFindings } from './dashboard-findings.ts';

/** The report of the service, and the dashboard that shows it. */
export type DeploymentReport = Deployment & { dashboard: { version: string; host: string; processId: number } };

/** Reads the report of the deployment, with the findings of this dashboard. */
export async function readDeployment(client: TaskClient, abortSignal?: AbortSignal): Promise<DeploymentReport> {
  const deployment = await client.getDeploymentAsync({ abortSignal });
  const forwardedBy = untrustedProxyOf(await headers());
  const findings = withDashboardFindings(deployment, {
    config: dashboardConfig(),
    version: taskdeckVersion,
    forwardedBy,
  });
  const dashboard = { version: taskdeckVersion, host: hostname(), processId: process.pid };
  return { ...deployment, findings, dashboard };
}
