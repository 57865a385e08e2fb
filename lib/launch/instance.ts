import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { StartError } from './steps.mjs';

const record = z.object({
  /** Identifies the instance to those who may read the file, and allows them to stop it. */
  id: z.string().regex(/^[\w-]+$/),
  pid: z.number(),
  host: z.string(),
  controlPort: z.number(),
  dashboardUrl: z.string().optional(),
  serviceUrl: z.string().optional(),
  databaseUrl: z.string().optional(),
});

/** The running `npm start` of a data folder, as recorded in its `instance.json`. */
export type Instance = z.output<typeof record>;

const heartbeatMs = 2_000;
const fileIn = (dataFolder: string) => join(dataFolder, 'instance.json');

/** Returns the live instance of a data folder, or `undefined`. The file of a dead instance does not count. */
export async function findInstance(dataFolder: string): Promise<Instance | undefined> {
  const file = fileIn(dataFolder);
  const instance = (await read(file))?.instance;
  return instance && (await isAlive(file, instance)) ? instance : undefined;
}

/** The exclusive use of a data folder by this process. */
export type Claim = {
  publish(urls: Pick<Instance, 'dashboardUrl' | 'serviceUrl' | 'databaseUrl'>): Promise<void>;
  release(): Promise<void>;
};

/**
 * Claims the data folder. Throws a `StartError` that names the instance that has it. `onStop` is called by `npm stop`.
 */
export async function claimInstance(dataFolder: string, onStop: () => void): Promise<Claim> {
  const file = fileIn(dataFolder);
  const id = randomUUID();
  const control = createServer((request, response) => {
    const isOwner = request.headers.authorization === `Bearer ${id}`;
    response.writeHead(isOwner ? 204 : 403).end();
    if (isOwner && request.method === 'POST') onStop();
  });
  const controlPort = await new Promise<number>((resolve, reject) => {
    control.once('error', reject);
    control.listen(0, '127.0.0.1', () => {
      const address = control.address();
      if (typeof address === 'object' && address) resolve(address.port);
    });
  });
  control.unref();
  const own: Instance = { id, pid: process.pid, host: hostname(), controlPort };
  try {
    const other = await take(file, own);
    if (other) throw new StartError(alreadyRunning(other, dataFolder));
  } catch (error) {
    control.close();
    throw error;
  }
  const heartbeat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), heartbeatMs);
  heartbeat.unref();
  return {
    publish: (urls) => replace(file, { ...own, ...urls }),
    async release() {
      clearInterval(heartbeat);
      await rm(file, { force: true });
      control.close();
    },
  };
}

/** Asks an instance to stop and waits until it has stopped. */
export async function stopInstance(dataFolder: string, instance: Instance): Promise<void> {
  if (instance.host !== hostname()) throw new StartError(`It runs on ${instance.host}: stop it there.`);
  await call(instance, 'POST');
  for (let waited = 0; waited < 60_000; waited += 100) {
    if ((await read(fileIn(dataFolder)))?.id !== instance.id) return;
    await delay(100);
  }
  throw new StartError(`It does not stop. End it by its process id: kill -9 ${instance.pid}`);
}

/**
 * Makes a file this process's, or returns the live instance that owns it. To replace the file of a dead instance, a
 * process first takes a successor file in the same way. So only one of several processes replaces it, and only while it
 * still belongs to that dead instance.
 */
async function take(file: string, own: Instance): Promise<Instance | undefined> {
  for (;;) {
    if (await create(file, own)) return undefined;
    const found = await read(file);
    if (found === undefined) continue; // released just now
    if (found.instance && (await isAlive(file, found.instance))) return found.instance;
    const succession = `${file}.after-${found.id}`;
    if (await take(succession, own)) await delay(20);
    else {
      const isStillThere = (await read(file))?.id === found.id;
      if (isStillThere) await replace(file, own);
      await rm(succession);
      if (isStillThere) return undefined;
    }
  }
}

/**
 * Resolves with whether the file did not exist and was created. It appears with its whole text, and only one of two
 * processes creates it.
 */
async function create(file: string, own: Instance): Promise<boolean> {
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, JSON.stringify(own), { mode: 0o600 });
  try {
    await link(part, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(part);
  }
}

function alreadyRunning({ dashboardUrl, host, pid }: Instance, dataFolder: string): string {
  const where = dashboardUrl ?? `process ${pid}${host === hostname() ? '' : ` on ${host}`}, still starting`;
  return `Taskdeck is already running on ${dataFolder}: ${where}\nStop it with Ctrl-C where it runs or with "npm stop", or give this one other data and ports:\n  TASKDECK_DATA=.data-2 PORT=3001 TASKDECK_SERVICE_PORT=7710 npm start`;
}

async function replace(file: string, own: Instance): Promise<void> {
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, JSON.stringify(own), { mode: 0o600 });
  await rename(part, file);
}

/**
 * Returns whether an instance is alive. On this machine, it must answer, because another process may have its process
 * id. On another machine that shares the folder (an earlier container, a network file system), its heartbeat must
 * continue.
 */
async function isAlive(file: string, instance: Instance): Promise<boolean> {
  if (instance.host === hostname()) return call(instance, 'GET');
  const beat = async () => (await stat(file).catch(() => undefined))?.mtimeMs;
  const before = await beat();
  if (before === undefined || Date.now() - before > 60_000) return false;
  await delay(heartbeatMs * 2);
  return (await beat()) !== before;
}

async function call(instance: Instance, method: 'GET' | 'POST'): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${instance.id}` };
    const signal = AbortSignal.timeout(5_000);
    const response = await fetch(`http://127.0.0.1:${instance.controlPort}/`, { method, headers, signal });
    return response.status === 204;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError'; // a frozen instance is alive
  }
}

/** Reads the owner of a file. A foreign or damaged file has no instance and counts as a dead one's. */
async function read(file: string): Promise<{ id: string; instance?: Instance } | undefined> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    if ('code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const instance = record.parse(JSON.parse(text));
    return { id: instance.id, instance };
  } catch {
    return { id: 'unknown' };
  }
}

/** Creates the data folder. Others can only pass through it: PostgreSQL may run as another account. */
export async function makeDataFolder(dataFolder: string): Promise<void> {
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o711 });
    await writeFile(join(dataFolder, '.writable'), '');
    await rm(join(dataFolder, '.writable'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The data folder ${dataFolder} cannot be written (${reason}).\nIf root started Taskdeck here before, start it as root again or give the folder to this user; or set TASKDECK_DATA to another folder.`,
    );
  }
}
