import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFile, chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operation, operations } from '#contract';
import { connect, type Database, type EmbeddedServer, migrate, startEmbedded } from '#database';
import { reservePort } from '#database/testing';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { type RunningService, startService } from '../start.ts';
import { adminEmail, adminPassword, callService, registerType } from './test-service.ts';

const folder = temporaryFolder('away');
let port: number;
let server: EmbeddedServer;
let replica: EmbeddedServer;
let replicaPort: number;
let service: RunningService;
let database: Database;
let token: string;

const password = randomUUID();
const startServer = () => startEmbedded({ folder: join(folder, 'postgres'), port, password, isDurable: false });
const startReplica = () =>
  startEmbedded({ folder: join(folder, 'replica'), port: replicaPort, password, isDurable: false });

/** A copy of the stopped server that follows it from where it stopped. */
async function copyServer() {
  const copy = join(folder, 'replica');
  await promisify(execFile)('cp', ['-a', server.folder, copy]);
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await writeFile(join(copy, 'standby.signal'), '');
}

beforeAll(async () => {
  await chmod(folder, 0o755);
  port = await reservePort();
  server = await startServer();
  database = connect(server.url);
  await migrate(database);
  await registerType(database, 'test.echo');
  await server.stop();
  await copyServer();
  server = await startServer();
  replicaPort = await reservePort();
  replica = await startReplica();
  service = await startService({
    databaseUrl: server.url,
    replicaUrl: replica.url,
    replicaAgeSeconds: 2,
    port: 0,
    dataFolder: folder,
    adminPassword,
    logLevel: 'silent',
  });
  const signIn = await callService(service.url, 'POST', '/v1/sign-in', {
    body: { email: adminEmail, password: adminPassword },
  });
  token = (signIn.body as { accessToken: string }).accessToken;
}, 60_000);
afterAll(async () => {
  await service.close();
  await database.end({ timeout: 1 });
  await replica.stop();
  await server.stop();
});

const create = () => callService(service.url, 'POST', '/v1/tasks', { token, body: { type: 'test.echo' } });
type Listed = { value: { id: string }[]; dataAgeInMs?: number };
async function list(query = ''): Promise<{ ids: string[]; ageInMs: number | undefined }> {
  const { body } = await callService(service.url, 'GET', `/v1/tasks${query}`, { token });
  const { value, dataAgeInMs } = body as Listed;
  return { ids: value.map(({ id }) => id), ageInMs: dataAgeInMs };
}

test('what may lag is read from the replica, and says how far it is behind', async () => {
  const { id } = (await create()).body as { id: string };
  await expect.poll(() => list(), { timeout: 10_000 }).toEqual({ ids: [id], ageInMs: expect.any(Number) });
  const table: [string, Operation][] = Object.entries(operations);
  for (const [name, { path, mayLag }] of table) {
    if (mayLag !== true) continue;
    const answer = await callService(service.url, 'GET', path, { token });
    expect([name, answer.status, answer.body]).toEqual([
      name,
      200,
      expect.objectContaining({ dataAgeInMs: expect.any(Number) }),
    ]);
  }
  const one = await callService(service.url, 'GET', `/v1/tasks/${id}`, { token });
  expect(one.body).not.toHaveProperty('dataAgeInMs');
});

test('while the replica stands still, what is named is read from the database, and soon all is', async () => {
  const standby = connect(replica.url, { connections: 1 });
  await expect.poll(async () => (await list()).ageInMs, { timeout: 10_000 }).toBeLessThan(1_500);
  await standby`select pg_wal_replay_pause()`;
  await expect
    .poll(async () => (await standby`select pg_get_wal_replay_pause_state() as state`)[0]?.state)
    .toBe('paused');
  const { id } = (await create()).body as { id: string };
  expect(await list(`?id=${id}`)).toEqual({ ids: [id], ageInMs: undefined });
  const seen = await list();
  if (seen.ageInMs !== undefined) expect(seen.ids).not.toContain(id);
  await expect.poll(async () => (await list()).ageInMs, { timeout: 10_000 }).toBeUndefined();
  expect((await list()).ids).toContain(id);

  await standby`select pg_wal_replay_resume()`;
  await expect.poll(async () => (await list()).ageInMs, { timeout: 10_000 }).toBeLessThan(2_001);
  expect((await list()).ids).toContain(id);
  await standby.end();
});

test('without the replica, the database answers', async () => {
  await replica.stop();
  const { id } = (await create()).body as { id: string };
  const found = await list();
  expect(found.ids).toContain(id);
  expect(found.ageInMs).toBeUndefined();
  const report = async () => (await callService(service.url, 'GET', '/v1/deployment', { token })).body;
  const finding = expect.objectContaining({ code: 'ReplicaNotRead' });
  const findings = expect.arrayContaining([finding]);
  await expect.poll(report, { timeout: 30_000, interval: 500 }).toMatchObject({ findings });
  replica = await startReplica();
  await expect.poll(async () => (await list()).ageInMs, { timeout: 10_000 }).toBeLessThan(2_001);
});

test('while PostgreSQL is away the answer is 503 with Retry-After; when it is back so is the service', async () => {
  expect((await create()).status).toBe(201);

  await server.stop();
  const away = await create();
  expect(away).toMatchObject({ status: 503, body: { code: 'ServiceUnavailable' } });
  expect(away.headers.get('retry-after')).toBe('1');
  expect((await callService(service.url, 'GET', '/readyz')).status).toBe(503);
  expect((await callService(service.url, 'GET', '/healthz')).status).toBe(200);

  server = await startServer();
  await expect.poll(async () => (await create()).status, { timeout: 15_000, interval: 200 }).toBe(201);
  expect((await callService(service.url, 'GET', '/readyz')).status).toBe(200);
}, 60_000);
