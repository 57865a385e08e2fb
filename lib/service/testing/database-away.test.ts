import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database, type EmbeddedServer, migrate, startEmbedded } from '#database';
import { reservePort } from '#database/testing';
import { type RunningService, startService } from '../start.ts';
import { adminEmail, adminPassword, callService, registerType } from './test-service.ts';

let folder: string;
let port: number;
let server: EmbeddedServer;
let service: RunningService;
let database: Database;

const password = randomUUID();
const startServer = () => startEmbedded({ folder: join(folder, 'postgres'), port, password, isDurable: false });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taskdeck-away-'));
  await chmod(folder, 0o755);
  port = await reservePort();
  server = await startServer();
  database = connect(server.url);
  await migrate(database);
  await registerType(database, 'test.echo');
  service = await startService({
    databaseUrl: server.url,
    port: 0,
    dataFolder: folder,
    adminPassword,
    logLevel: 'silent',
  });
}, 60_000);
afterAll(async () => {
  await service.close();
  await database.end({ timeout: 1 });
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test('while PostgreSQL is away the answer is 503 with Retry-After; when it is back so is the service', async () => {
  const signIn = await callService(service.url, 'POST', '/v1/sign-in', {
    body: { email: adminEmail, password: adminPassword },
  });
  const { accessToken: token } = signIn.body as { accessToken: string };
  const create = () => callService(service.url, 'POST', '/v1/tasks', { token, body: { type: 'test.echo' } });
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
