import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Database } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { prepareRole, withRole } from './role-of-use.ts';
import { makeDataFolder } from './testing/data-folder.ts';
import { isAwaited } from './testing/is-awaited.ts';
import { reservePort } from './testing/reserve-port.ts';

export { isAwaited, makeDataFolder, reservePort };

const serverVariable = 'TASKDECK_TEST_DATABASE_URL';
const templateVariable = 'TASKDECK_TEST_TEMPLATE';

/** The role of service and workers, with the password of the server's owner. */
const roleOfUse = 'taskdeck_test';

/**
 * Vitest's global set-up: makes a migrated template database on a new PostgreSQL server, or on the one that
 * `TASKDECK_TEST_DATABASE_URL` names. Returns the function that removes what it made.
 */
export default async function startTestServer(): Promise<() => Promise<void>> {
  const given = process.env[serverVariable];
  const server = given === undefined ? await startTemporaryServer() : { url: given, stop: async () => {} };
  const template = await createTemplate(server.url);
  process.env[serverVariable] = server.url;
  process.env[templateVariable] = template;
  return async () => {
    if (given !== undefined) await dropTemplate(server.url, template);
    await server.stop();
  };
}

/** A PostgreSQL server in a temporary folder. `stop` ends it and deletes the folder. */
async function startTemporaryServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await makeDataFolder('taskdeck-test-');
  const server = await startEmbedded({
    folder: join(folder, 'postgres'),
    port: await reservePort(),
    password: randomBytes(24).toString('base64url'),
    isDurable: false,
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a migrated database that others are cloned from. Returns its name, which no other run uses. */
async function createTemplate(serverUrl: string): Promise<string> {
  const name = `taskdeck_template_${randomUUID().replaceAll('-', '')}`;
  const admin = connect(serverUrl, { connections: 1 });
  try {
    await admin.unsafe(`create database ${name}`);
    const database = connect(withDatabase(serverUrl, name), { connections: 1 });
    try {
      await migrate(database);
      await prepareRole(database, roleOfUse, passwordOf(serverUrl));
    } finally {
      await database.end();
    }
    await admin.unsafe(`alter database ${name} with is_template true allow_connections false`);
  } finally {
    await admin.end();
  }
  return name;
}

async function dropTemplate(serverUrl: string, name: string): Promise<void> {
  const admin = connect(serverUrl, { connections: 1 });
  await admin.unsafe(`alter database ${name} with is_template false`);
  await admin.unsafe(`drop database ${name} with (force)`);
  await admin.end();
}

/**
 * A database for one test. `url` and `database` have the role of service and workers, `owner` owns the tables. `drop`
 * ends the connections and removes the database.
 */
export type TestDatabase = { url: string; database: Database; owner: Database; drop(): Promise<void> };

/** Clones the migrated template, for at most so many connections. Needs Vitest's global set-up to have run. */
export const createTestDatabase = (connections?: number): Promise<TestDatabase> =>
  createDatabase(process.env[templateVariable], (url) => withRole(url, roleOfUse, passwordOf(url)), connections);

/** A database without a schema, for which `url` and `database` have its owner. Needs Vitest's global set-up to have run. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template0', (url) => url);

async function createDatabase(
  template: string | undefined,
  urlOfUse: (ownerUrl: string) => string,
  connections = 10,
): Promise<TestDatabase> {
  const serverUrl = process.env[serverVariable];
  if (serverUrl === undefined || template === undefined)
    throw new Error(`${serverVariable} or ${templateVariable} is not set: run the tests with vitest`);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = connect(serverUrl, { connections: 1 });
  // Half the time of the default, which writes every page to the log.
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
  const ownerUrl = withDatabase(serverUrl, name);
  const url = urlOfUse(ownerUrl);
  const [database, owner] = [connect(url, { connections }), connect(ownerUrl, { connections: 2 })];
  return {
    url,
    database,
    owner,
    async drop() {
      await Promise.all([database.end({ timeout: 1 }), owner.end({ timeout: 1 })]);
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

function passwordOf(url: string): string {
  return decodeURIComponent(new URL(url).password);
}
