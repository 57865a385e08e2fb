import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '#database/testing';
import { TaskClient } from '../index.ts';

const main = fileURLToPath(new URL('./service-and-worker.ts', import.meta.url));

/** A service and a worker in a process of their own, so that the test's process may block. */
export type SeparateService = AsyncDisposable & {
  url: string;
  folder: string;
  accessToken: string;
  email: string;
  password: string;
};

export async function startSeparateService(): Promise<SeparateService> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-separate-'));
  const password = 'a password to test with';
  const env = { DATABASE_URL: database.url, TASKDECK_DATA: folder, TASKDECK_ADMIN_PASSWORD: password };
  const child = fork(main, { env: { ...process.env, ...env }, execPath: process.execPath, execArgv: [] });
  const url = await Promise.race([
    once(child, 'message').then(([message]: { url: string }[]) => message?.url ?? ''),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code}`))),
  ]);
  const email = 'admin@localhost';
  const { accessToken } = await new TaskClient(url, 'anonymous').signInAsync({ email, password });
  return {
    url,
    folder,
    accessToken,
    email,
    password,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
