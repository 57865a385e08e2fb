import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { TaskClient } from '#client';
import { type Deployment, taskdeckVersion } from '#contract';
import { runWorker } from '#engine';
import { started } from '../../contract/testing/started.ts';
import type { ServiceConfig } from '../config.ts';
import { startService } from '../start.ts';
import { startTestService } from '../testing/test-service.ts';
import { isWeakDatabasePassword } from './process-facts.ts';

const service = started(startTestService, 'close');
let token: string;
beforeAll(async () => {
  token = await service.key('deployment/read');
});

const read = () => readFrom(service.url);
const readFrom = (url: string): Promise<Deployment> => new TaskClient(url, { key: token }).getDeploymentAsync();
const startOther = (options: Partial<ServiceConfig>) =>
  startService({ database: service.database, port: 0, dataFolder: service.dataFolder, logLevel: 'silent', ...options });
const codes = ({ findings }: Deployment) => findings.map(({ code }) => code);

test('reports processes, database, limits and blob store', async () => {
  const worker = await runWorker({ database: service.database, definitions: [], name: 'reported' });
  const report = await read();
  expect(report).toMatchObject({
    version: taskdeckVersion,
    services: [{ processId: process.pid, version: taskdeckVersion, isLive: true }],
    workers: [{ name: 'reported', version: taskdeckVersion, status: 'live', queues: ['default'] }],
    limits: { pageSize: 1_000 },
  });
  expect(Math.abs(report.services[0]?.clockOffsetInMs ?? Number.NaN)).toBeLessThan(2_000);
  expect(report.services[0]?.disks[0]?.totalBytes).toBeGreaterThan(0);
  expect(report.database.migration).toMatch(/^\d{4}_/);
  expect(report.database.sizeBytes).toBeGreaterThan(1_000_000);
  expect(report.database.connections.used).toBeGreaterThan(0);
  expect(report.database.connections.maximum).toBeGreaterThan(report.database.connections.used);
  expect(report.database.tables).toHaveLength(10);
  expect(report.database.tables[0]?.sizeBytes).toBeGreaterThan(0);
  expect(report.blobStore).toEqual({ description: expect.stringMatching(/^file \(/) });
  expect(codes(report)).not.toContain('NoWorker');
  await worker.stop();
});

test('needs deployment/read', async () => {
  const other = await service.key('workers/read', 'operators/manage');
  expect(await service.call('GET', '/v1/deployment', { token: other })).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining('deployment/read') },
  });
});

test('a queue that no worker serves is a finding', async () => {
  const worker = await runWorker({ database: service.database, definitions: [], queues: ['other'] });
  await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', queue: 'lonely' } });
  const report = await read();
  expect(report.queues).toContainEqual(expect.objectContaining({ name: 'lonely', queued: 1, workerCount: 0 }));
  expect(codes(report)).toContain('QueueWithoutWorker');
  await worker.stop();
  expect(codes(await read())).toContain('NoWorker');
});

test.for<['database' | 'owner', string]>([
  ['database', 'a report'],
  ['owner', 'a backup'],
])('the oldest transaction is found, of the role %s', async ([role, name]) => {
  const connection = await service[role].reserve();
  await connection`begin`;
  await connection.unsafe(`set local application_name = '${name}'`);
  const [begun] = await connection<{ on: string; pid: number }[]>`
    select now()::timestamptz(3) as on, pg_backend_pid() as pid`;
  const older = () => service.owner`
    select from pg_stat_activity own join pg_stat_activity other using (datname)
    where own.pid = ${begun?.pid ?? 0} and other.xact_start < own.xact_start`;
  await expect.poll(older).toHaveLength(0); // of the background work of the service
  const { database } = await read();
  await connection`commit`;
  connection.release();
  expect(database.oldestTransaction).toEqual({
    startedOn: begun?.on,
    application: name,
    state: 'idle in transaction',
  });
  expect(database.unseenSessions).toBe(0);
});

test('replication slots that nobody reads are listed', async () => {
  await service.owner`select pg_create_physical_replication_slot('forgotten', true)`;
  try {
    expect((await read()).database.replicas).toEqual([
      { name: 'forgotten', state: 'inactive', keptBytes: expect.any(Number) },
    ]);
  } finally {
    await service.owner`select pg_drop_replication_slot('forgotten')`;
  }
});

test('a peer that forwards requests without being trusted is a finding', async () => {
  const distrusting = await startOther({ trustedProxies: [] });
  try {
    await fetch(`${distrusting.url}/v1/limits`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    const report = await readFrom(distrusting.url);
    expect(report.services).toHaveLength(2);
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: 'ProxyNotTrusted', summary: expect.stringContaining('127.0.0.1') }),
    );
  } finally {
    await distrusting.close();
  }
  const left = await read();
  expect(left.services, 'a service that stops takes its row away').toHaveLength(1);
  expect(codes(left)).not.toContain('ServiceGone');
});

test('a service that was not stopped is listed for an hour', async () => {
  await service.database`
    insert into service_process (id, host, process_id, version, last_seen_on, memory_bytes, clock_offset_in_ms, blob_store, facts)
    select gen_random_uuid(), 'gone', n, '0.0.1', now() - n * interval '1 minute', 1, 0, 's3 (b)', '{"disks":"?"}'
    from unnest(array[59, 61]) as n`;
  const report = await read();
  expect(report.services.filter(({ host }) => host === 'gone')).toMatchObject([{ processId: 59, isLive: false }]);
  expect(codes(report)).toContain('ServiceGone');
  expect(codes(report)).not.toContain('VersionsDiffer');
  expect(await service.database`select from service_process where process_id = 61`).toHaveLength(0);
  await service.database`delete from service_process where host = 'gone'`;
});

test('a blob store that cannot be written to is a finding', async () => {
  const folder = join(service.dataFolder, 'a file', 'blobs');
  await writeFile(join(service.dataFolder, 'a file'), '');
  const broken = await startOther({ blobs: { store: 'file', folder } });
  try {
    const report = await readFrom(broken.url);
    expect(report.blobStore.problem).toContain('cannot be written to');
    expect(codes(report)).toEqual(expect.arrayContaining(['BlobStoreUnusable', 'BlobStoresDiffer']));
  } finally {
    await broken.close();
  }
});

test.for<[string, boolean]>([
  ['postgres://taskdeck:taskdeck@db/x', true],
  ['postgres://a:password1@db/x', true],
  ['postgres://a:p%40ssw0rd@db/x', true],
  ['postgres://a:5eTqj0RkZ8aWm3Vx@db/x', false],
  ['postgres://a@db/x', false],
])('%s has a weak password: %s', ([url, isWeak]) => {
  expect(isWeakDatabasePassword(url)).toBe(isWeak);
});
