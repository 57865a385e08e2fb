import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

const serverVariable = 'TASKDECK_TEST_DATABASE_URL';
const template = 'taskdeck_template';

/** Vitest's global set-up: one PostgreSQL for the whole run with a migrated template database. Returns its end. */
export default async function startTestServer(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-test-'));
  await chmod(folder, 0o755); // the system user postgres must pass through it
  const server = await startEmbedded({ folder: join(folder, 'postgres'), port: await freePort(), isDurable: false });
  process.env[serverVariable] = server.url;
  const admin = connect(server.url, { connections: 1 });
  await admin.unsafe(`create database ${template}`);
  const database = connect(withDatabase(server.url, template), { connections: 1 });
  await migrate(database);
  await database.end();
  await admin.unsafe(`alter database ${template} with is_template true allow_connections false`);
  await admin.end();
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** A database of a test's own, cloned from the migrated template. `drop` ends its connections and removes it. */
export type TestDatabase = { url: string; database: Database; drop(): Promise<void> };

/** Clones the template; needs Vitest's global set-up to have run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env[serverVariable];
  if (serverUrl === undefined) throw new Error(`${serverVariable} is not set: run the tests with vitest`);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = connect(serverUrl, { connections: 1 });
  await admin.unsafe(`create database ${name} template ${template}`);
  const url = withDatabase(serverUrl, name);
  const database = connect(url);
  return {
    url,
    database,
    async drop() {
      await database.end({ timeout: 1 });
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

function withDatabase(url: string, name: string): string {
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.href;
}

/** A TCP port on loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
