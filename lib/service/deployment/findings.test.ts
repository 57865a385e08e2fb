import { expect, test } from 'vitest';
import type { DeploymentFacts } from './deployment-facts.ts';
import { findingsOf } from './findings.ts';
import type { ServiceProcess } from './read-processes.ts';

const now = Date.parse('2030-01-01T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const GiB = 1024 ** 3;

const service: ServiceProcess = {
  id: 'a',
  host: 'one',
  processId: 7,
  version: '1.0.0',
  isLive: true,
  startedOn: minutesAgo(60),
  lastSeenOn: minutesAgo(0),
  memoryBytes: 1,
  clockOffsetInMs: 0,
  blobStore: 'file (/blobs)',
  disks: [],
  facts: { disks: [], isOpenWithoutTls: false, hasWeakDatabasePassword: false, retention: '30' },
};
const worker: DeploymentFacts['workers'][number] = {
  id: 'w',
  name: 'w',
  host: 'one',
  processId: 8,
  version: '1.0.0',
  status: 'live',
  queues: ['default'],
  lastSeenOn: minutesAgo(0),
};
const queue = { name: 'default', queued: 5, running: 0, workerCount: 1, slots: 10 };
const database: DeploymentFacts['database'] = {
  version: '18',
  migration: '0063',
  sizeBytes: 1,
  connections: { used: 79, maximum: 100 },
  oldestTransaction: { startedOn: minutesAgo(10), application: 'report', state: 'idle in transaction' },
  unseenSessions: 0,
  replicas: [{ name: 'r', state: 'streaming', keptBytes: GiB }],
  tables: [{ name: 'task', rows: 100_001, deadRows: 100_001, sizeBytes: 1 }],
};
/** Everything at the edge of what is as it should be. */
const healthy: DeploymentFacts = {
  now,
  services: [{ ...service, clockOffsetInMs: -2_000 }],
  workers: [worker],
  queues: [queue],
  database,
  blobStore: { description: 'file (/blobs)' },
  isOwner: false,
  generatedPasswords: [],
};

const withService = (changes: Partial<ServiceProcess>) => ({ services: [{ ...service, ...changes }] });
const withFacts = (facts: Partial<ServiceProcess['facts']>) => withService({ facts: { ...service.facts, ...facts } });
const withDatabase = (changes: Partial<DeploymentFacts['database']>) => ({ database: { ...database, ...changes } });
const disk = (freeBytes: number, totalBytes: number) =>
  withFacts({ disks: [{ folder: '/data', freeBytes, totalBytes }] });
const open = (minutes: number, state = 'active') =>
  withDatabase({ oldestTransaction: { startedOn: minutesAgo(minutes), application: 'report', state } });
const used = (count: number) => withDatabase({ connections: { used: count, maximum: 100 } });

test('a deployment that is as it should be has no findings', () => {
  expect(findingsOf(healthy)).toEqual([]);
});

test.for<[Partial<DeploymentFacts>, code: string, severity: string, summary: RegExp]>([
  [{ workers: [] }, 'NoWorker', 'critical', /no task runs/],
  [{ workers: [{ ...worker, status: 'stopping' }] }, 'NoWorker', 'critical', /no task runs/],
  [
    { queues: [queue, { ...queue, name: 'slow', workerCount: 0 }] },
    'QueueWithoutWorker',
    'critical',
    /queue slow, in which 5 runs wait/,
  ],
  [
    { queues: [queue, { ...queue, name: 'slow', queued: 1, workerCount: 0 }] },
    'QueueWithoutWorker',
    'critical',
    /queue slow, in which 1 run waits/,
  ],
  [withService({ clockOffsetInMs: 2_001 }), 'ClockDiffers', 'warning', /one 7 is 2.0 s ahead of/],
  [withService({ clockOffsetInMs: -30_001 }), 'ClockDiffers', 'critical', /30.0 s behind/],
  [disk(9 * GiB, 100 * GiB), 'DiskNearlyFull', 'warning', /\/data on one has 9.0 GiB of 100 GiB/],
  [disk(0.5 * GiB, 100 * GiB), 'DiskNearlyFull', 'critical', /0.5 GiB/],
  [
    withFacts({ replicaProblem: 'it is too far behind' }),
    'ReplicaNotRead',
    'warning',
    /replica: it is too far behind\./,
  ],
  [withFacts({ forwardedBy: '10.0.0.5' }), 'ProxyNotTrusted', 'warning', /^10\.0\.0\.5 sends/],
  [withFacts({ isOpenWithoutTls: true }), 'ServiceWithoutTls', 'warning', /one 7 listens/],
  [withFacts({ hasWeakDatabasePassword: true }), 'WeakDatabasePassword', 'warning', /one 7/],
  [
    { services: [service, { ...service, id: 'b', processId: 9, isLive: false, version: '0.9' }] },
    'ServiceGone',
    'note',
    /one 9/,
  ],
  [{ workers: [{ ...worker, version: '0.9.0' }] }, 'VersionsDiffer', 'warning', /0\.9\.0, 1\.0\.0/],
  [{ services: [service, { ...service, version: '2.0.0' }] }, 'VersionsDiffer', 'warning', /1\.0\.0, 2\.0\.0/],
  [{ blobStore: { description: 's3', problem: 'no bucket' } }, 'BlobStoreUnusable', 'critical', /no bucket/],
  [{ services: [service, { ...service, blobStore: 's3 (b)' }] }, 'BlobStoresDiffer', 'critical', /different/],
  [
    { services: [service, { ...service, id: 'b', facts: { ...service.facts, retention: '7' } }] },
    'RetentionDiffers',
    'warning',
    /shortest time applies/,
  ],
  [used(80), 'ConnectionsNearlyUsed', 'warning', /80 of 100/],
  [used(95), 'ConnectionsNearlyUsed', 'critical', /95 of 100/],
  [open(11), 'OldTransaction', 'warning', /report \(active\) is open for 11 minutes/],
  [open(61, 'prepared'), 'OldTransaction', 'critical', /61 minutes/],
  [
    withDatabase({ replicas: [{ name: 'r', state: 'inactive', keptBytes: 3 * GiB }] }),
    'ReplicaBehind',
    'warning',
    /3\.0 GiB of its log for r/,
  ],
  [
    withDatabase({ tables: [{ name: 'step', rows: 100_000, deadRows: 100_001, sizeBytes: 1 }] }),
    'ManyDeadRows',
    'warning',
    /step/,
  ],
  [{ isOwner: true }, 'RoleOwnsTables', 'warning', /audit trail/],
  [{ generatedPasswords: ['admin@localhost'] }, 'GeneratedPassword', 'warning', /admin@localhost/],
])('finding %#: %s', ([changes, code, severity, summary]) => {
  expect(findingsOf({ ...healthy, ...changes })).toEqual([
    { code, severity, summary: expect.stringMatching(summary), action: expect.stringMatching(/\S/) },
  ]);
});

test('the most severe findings come first', () => {
  const gone = { ...service, id: 'b', isLive: false };
  const many = findingsOf({ ...healthy, ...used(80), services: [service, gone], workers: [] });
  expect(many.map(({ severity }) => severity)).toEqual(['critical', 'warning', 'note']);
});

test('an expired worker does not make versions differ', () => {
  const workers = [worker, { ...worker, id: 'old', version: '0.9.0', status: 'expired' as const }];
  expect(findingsOf({ ...healthy, workers })).toEqual([]);
});
