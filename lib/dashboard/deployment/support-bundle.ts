import type { DeploymentReport } from './read-deployment.ts';

/** What the support bundle holds, in words. */
export const bundleContents = [
  'Versions, hosts, process ids and last heartbeats of services, workers and this dashboard',
  'Version, size, connections, replicas and largest tables of the database',
  'Kind and place of the blob store, names and lengths of the queues, limits',
  'The findings',
] as const;

/**
 * The support bundle as JSON. It is made of this report alone, which has no input, value, secret or key, so that the
 * preview shows all that is in the file.
 */
export function supportBundle(report: DeploymentReport): string {
  return JSON.stringify({ kind: 'taskdeck-support-bundle', format: 1, ...report }, null, 2);
}

/** The name of the file of a bundle. */
export function bundleFileName({ readOn }: Pick<DeploymentReport, 'readOn'>): string {
  return `taskdeck-support-${readOn.replaceAll(/[:.]/g, '-')}.json`;
}
