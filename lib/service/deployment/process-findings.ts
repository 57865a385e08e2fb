import type { Finding } from '#contract';
import type { DeploymentFacts } from './deployment-facts.ts';
import type { ServiceProcess } from './read-processes.ts';

const clockWarningInMs = 2_000;
const clockCriticalInMs = 30_000;
const GiB = 1024 ** 3;

/** What is not as it should be with processes, their machines and the blob store. */
export function processFindings({ services, workers, blobStore }: DeploymentFacts): Finding[] {
  const live = services.filter(({ isLive }) => isLive);
  const findings = live.flatMap(findingsOfService);
  for (const { host, processId, lastSeenOn } of services.filter(({ isLive }) => !isLive))
    findings.push({
      code: 'ServiceGone',
      severity: 'note',
      summary: `The service ${host} ${processId} has ended without being stopped. It was last seen at ${lastSeenOn}.`,
      action: 'Read its log. It is no longer listed an hour after it was last seen.',
    });
  const running = [...live, ...workers.filter(({ status }) => status !== 'expired')];
  const versions = [...new Set(running.map(({ version }) => version))].sort();
  if (versions.length > 1)
    findings.push({
      code: 'VersionsDiffer',
      severity: 'warning',
      summary: `Services and workers run different versions: ${versions.join(', ')}.`,
      action: 'Complete the upgrade: restart the processes that run an older version.',
    });
  if (blobStore.problem !== undefined)
    findings.push({
      code: 'BlobStoreUnusable',
      severity: 'critical',
      summary: `The blob store cannot be used: ${blobStore.problem}`,
      action: 'Mend the store or its settings: TASKDECK_BLOB_STORE and the variables of the store.',
    });
  if (new Set(live.map((one) => one.blobStore)).size > 1)
    findings.push({
      code: 'BlobStoresDiffer',
      severity: 'critical',
      summary: 'Services use different blob stores, so each finds only a part of the blobs.',
      action: 'Give every service and worker the same TASKDECK_BLOB_STORE and the same place.',
    });
  if (new Set(live.map(({ facts }) => facts.retention)).size > 1)
    findings.push({
      code: 'RetentionDiffers',
      severity: 'warning',
      summary: 'Services keep tasks, versions or audit records for different times. The shortest time applies.',
      action:
        'Give every service the same TASKDECK_RETENTION_DAYS, TASKDECK_STATE_RETENTION_DAYS and TASKDECK_AUDIT_RETENTION_DAYS.',
    });
  return findings;
}

function findingsOfService({ host, processId, clockOffsetInMs, facts }: ServiceProcess): Finding[] {
  const name = `${host} ${processId}`;
  const findings: Finding[] = [];
  const ahead = Math.abs(clockOffsetInMs);
  if (ahead > clockWarningInMs)
    findings.push({
      code: 'ClockDiffers',
      severity: ahead > clockCriticalInMs ? 'critical' : 'warning',
      summary: `The clock of the service ${name} is ${seconds(ahead)} ${clockOffsetInMs > 0 ? 'ahead of' : 'behind'} the clock of the database.`,
      action: 'Synchronise the clocks of both machines (NTP). Access tokens are valid for too long or too short.',
    });
  for (const { folder, freeBytes, totalBytes } of facts.disks)
    if (freeBytes < totalBytes / 10)
      findings.push({
        code: 'DiskNearlyFull',
        severity: freeBytes < Math.min(totalBytes / 20, GiB) ? 'critical' : 'warning',
        summary: `The disk of ${folder} on ${host} has ${(freeBytes / GiB).toFixed(1)} GiB of ${(totalBytes / GiB).toFixed(0)} GiB left.`,
        action: 'Free space, enlarge the disk, or set retention for tasks and versions.',
      });
  if (facts.forwardedBy !== undefined)
    findings.push({
      code: 'ProxyNotTrusted',
      severity: 'warning',
      summary: `${facts.forwardedBy} sends X-Forwarded-For to the service ${name}, but is not trusted. Callers behind it share one address.`,
      action:
        'When it is your proxy, add it to TASKDECK_TRUSTED_PROXIES of the service. When it is a dashboard, give both the same TASKDECK_DASHBOARD_KEY.',
    });
  if (facts.replicaProblem !== undefined)
    findings.push({
      code: 'ReplicaNotRead',
      severity: 'warning',
      summary: `The service ${name} does not read from its replica: ${facts.replicaProblem}. The database answers instead.`,
      action: 'Look at the replica and at its replication (pg_stat_replication), or mend DATABASE_READ_URL.',
    });
  if (facts.isOpenWithoutTls)
    findings.push({
      code: 'ServiceWithoutTls',
      severity: 'warning',
      summary: `The service ${name} listens for other machines, and TASKDECK_PUBLIC_URL is not an https address.`,
      action: 'Put a proxy with TLS before it, and set TASKDECK_PUBLIC_URL to its https address.',
    });
  if (facts.hasWeakDatabasePassword)
    findings.push({
      code: 'WeakDatabasePassword',
      severity: 'warning',
      summary: `The password in DATABASE_URL of the service ${name} is the name of its user or a common one.`,
      action: 'Give the role a random password: openssl rand -base64 24',
    });
  return findings;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
