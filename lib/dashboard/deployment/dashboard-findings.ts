import { type Deployment, type Finding, findingSeverities } from '#contract';
import type { DashboardConfig } from '../config.ts';

/** What a dashboard knows of itself: its settings, version, and the untrusted peer that forwarded this request. */
export type DashboardFacts = {
  config: Pick<DashboardConfig, 'publicUrl' | 'isSecure' | 'production' | 'serviceUrl'>;
  version: string;
  forwardedBy: string | undefined;
};

/** Adds what is not as it should be with this dashboard to the findings of the service, the most severe first. */
export function withDashboardFindings({ findings, version }: Deployment, facts: DashboardFacts): Finding[] {
  const all = [...findings, ...ownFindings(facts, version)];
  return findingSeverities.flatMap((severity) => all.filter((one) => one.severity === severity));
}

function ownFindings({ config, version, forwardedBy }: DashboardFacts, serviceVersion: string): Finding[] {
  const findings: Finding[] = [];
  const { publicUrl, isSecure, production, serviceUrl } = config;
  if (!isSecure && (production !== undefined || (publicUrl !== undefined && !isLoopback(publicUrl))))
    findings.push({
      code: 'DashboardWithoutTls',
      severity: production === undefined ? 'warning' : 'critical',
      summary: 'Browsers reach this dashboard by http, so passwords and sessions can be read on the network.',
      action: 'Put a proxy with TLS before it, and set TASKDECK_URL to its https address.',
    });
  if (forwardedBy !== undefined)
    findings.push({
      code: 'DashboardProxyNotTrusted',
      severity: 'warning',
      summary: `${forwardedBy} sends X-Forwarded-For to this dashboard, but is not trusted. All operators share its address, so failed sign-ins of one hold up the others.`,
      action: 'When it is your proxy, add it to TASKDECK_TRUSTED_PROXIES of the dashboard.',
    });
  const service = new URL(serviceUrl);
  if (service.protocol === 'http:' && !isLoopback(service))
    findings.push({
      code: 'ServiceReachedWithoutTls',
      severity: 'warning',
      summary: `This dashboard reaches the service at ${service.origin} by http.`,
      action: 'Use the https address of the service, or keep both in a network that nobody else can read.',
    });
  if (version !== serviceVersion)
    findings.push({
      code: 'DashboardVersionDiffers',
      severity: 'warning',
      summary: `This dashboard runs version ${version}, the service ${serviceVersion}.`,
      action: 'Complete the upgrade: restart what runs the older version.',
    });
  return findings;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
