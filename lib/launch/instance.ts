import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { StartError } from './steps.mjs';

const record = z.object({
  /** Proves who it is to those who may read the file; also the key to stopping it. */
  id: z.string().regex(/^[\w-]+$/),
  pid: z.number(),
  host: z.string(),
  controlPort: z.number(),
  dashboardUrl: z.string().optional(),
  serviceUrl: z.string().optional(),
  databaseUrl: z.string().optional(),
});

/** The running `npm start` of a data folder, as `instance.json` in it tells. */
export type Instance = z.output<typeof record>;

const heartbeatMs = 2_000;
const fileIn = (dataFolder: string) => join(dataFolder, 'instance.json');

/** The live instance of a data folder, or `undefined`. A file that a killed or vanished one left does not count. */
export async function findInstance(dataFolder: string): Promise<Instance | undefined> {
  const file = fileIn(dataFolder);
  const instance = (await read(file))?.instance;
  return instance && (await isAlive(file, instance)) ? instance : undefined;
}

/** Holds the data folder for this process, so that no two run on the same data. */
export type Claim = {
  publish(urls: Pick<Instance, 'dashboardUrl' | 'serviceUrl' | 'databaseUrl'>): Promise<void>;
  release(): Promise<void>;
};

/** Claims the data folder, or throws a `StartError` that says where the one who has it is. `onStop`: `npm stop` asks to. */
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

/** Asks an instance to stop and waits until it has. */
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
 * Makes a file this process's, or returns the live one whose it is. Who replaces a dead one's file first takes, in the same
 * way, the file of its succession: so of many who find it dead one replaces it, and only while it still is that one's.
 */
async function take(file: string, own: Instance): Promise<Instance | undefined> {
  for (;;) {
    if (await create(file, own)) return undefined;
    const found = await read(file);
    if (found === undefined) continue; // given back just now
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

/** Resolves with whether there was no such file. It appears with all its text: of two who create it, one does. */
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
 * On this machine: whether it answers, so a process id that someone else has by now does not count. On another one that
 * shares the folder (a container of before, a network file system): whether its heartbeat goes on.
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
    return error instanceof Error && error.name === 'TimeoutError'; // frozen is not dead
  }
}

/** Whose a file is: of one that is not ours or broken no instance is known, and it counts as a dead one's. */
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

/** Makes the data folder, closed to others but for passing through: PostgreSQL may run as another account. */
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
