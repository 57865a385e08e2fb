import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database, type EmbeddedServer, migrate, startEmbedded } from '#database';
import { freePort } from '#database/testing';
import { type RunningService, startService } from '../start.ts';
import { adminEmail, adminPassword, callService, registerType } from './test-service.ts';

let folder: string;
let server: EmbeddedServer;
let service: RunningService;
let database: Database;

/** PostgreSQL cannot choose its port: one that somebody else has taken meanwhile is given up for another. */
async function startSomewhere(): Promise<EmbeddedServer> {
  for (;;) {
    const started = await startAt(await freePort());
    if (started !== undefined) return started;
  }
}

/** As it was: what has its port for a moment, such as a connection of another program, is waited for. */
async function startAgain(): Promise<EmbeddedServer> {
  for (;;) {
    const started = await startAt(Number(new URL(server.url).port));
    if (started !== undefined) return started;
  }
}

async function startAt(port: number): Promise<EmbeddedServer | undefined> {
  try {
    return await startEmbedded({ folder: join(folder, 'postgres'), port, isDurable: false });
  } catch (error) {
    if (String(error).includes('Address already in use')) return undefined;
    throw error;
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taskdeck-away-'));
  await chmod(folder, 0o755);
  server = await startSomewhere();
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

  server = await startAgain();
  await expect.poll(async () => (await create()).status, { timeout: 15_000, interval: 200 }).toBe(201);
  expect((await callService(service.url, 'GET', '/readyz')).status).toBe(200);
}, 60_000);
