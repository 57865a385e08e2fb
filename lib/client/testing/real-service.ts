import { mkdtemp, rm } from 'node:fs/promises';
import type { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '#database/testing';
import { startService } from '#service';
import { TaskClient, type TaskClientOptions } from '../index.ts';

/** A service of a test's own, on a database and a folder of its own. */
export type RealService = AsyncDisposable & {
  url: string;
  databaseUrl: string;
  /** A folder for what the test writes. */
  folder: string;
  /** The first operator's access token. */
  accessToken: string;
  email: string;
  password: string;
  /** Connects to it without a socket. */
  agent: Agent;
  /** A client of the first operator. */
  connect(options?: TaskClientOptions): TaskClient;
};

/** Starts one and signs its first operator in. */
export async function startRealService(): Promise<RealService> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-client-'));
  const password = 'a password to test with';
  const service = await startService({
    databaseUrl: database.url,
    port: 0,
    dataFolder: folder,
    adminPassword: password,
    logLevel: 'silent',
  });
  const anonymous = new TaskClient(service.url, 'anonymous');
  const email = 'admin@localhost';
  const { accessToken } = await anonymous.signInAsync({ email, password });
  return {
    url: service.url,
    databaseUrl: database.url,
    folder,
    accessToken,
    email,
    password,
    agent: service.agent,
    connect: (options) => new TaskClient(service.url, { accessToken }, options),
    async [Symbol.asyncDispose]() {
      await service.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
