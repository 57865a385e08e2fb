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
  id: z.string(),
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
  const found = await read(dataFolder);
  return found && (await isAlive(dataFolder, found)) ? found : undefined;
}

/** Holds the data folder for this process, so that no two run on the same data. */
export type Claim = {
  publish(urls: Pick<Instance, 'dashboardUrl' | 'serviceUrl' | 'databaseUrl'>): Promise<void>;
  release(): Promise<void>;
};

/** Claims the data folder, or throws a `StartError` that says where the one who has it is. `onStop`: `npm stop` asks to. */
export async function claimInstance(dataFolder: string, onStop: () => void): Promise<Claim> {
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
    await take(dataFolder, own);
  } catch (error) {
    control.close();
    throw error;
  }
  const heartbeat = setInterval(
    () => void utimes(fileIn(dataFolder), new Date(), new Date()).catch(() => {}),
    heartbeatMs,
  );
  heartbeat.unref();
  return {
    publish: (urls) => replace(dataFolder, { ...own, ...urls }),
    async release() {
      clearInterval(heartbeat);
      await rm(fileIn(dataFolder), { force: true });
      control.close();
    },
  };
}

/** Asks an instance to stop and waits until it has. */
export async function stopInstance(dataFolder: string, instance: Instance): Promise<void> {
  if (instance.host !== hostname()) throw new StartError(`It runs on ${instance.host}: stop it there.`);
  await call(instance, 'POST');
  for (let waited = 0; waited < 60_000; waited += 100) {
    if ((await read(dataFolder))?.id !== instance.id) return;
    await delay(100);
  }
  throw new StartError(`It does not stop. End it by its process id: kill -9 ${instance.pid}`);
}

async function take(dataFolder: string, own: Instance): Promise<void> {
  for (;;) {
    const part = `${fileIn(dataFolder)}.${own.id}`;
    await writeFile(part, JSON.stringify(own), { mode: 0o600 });
    try {
      await link(part, fileIn(dataFolder)); // fails when the file exists: of two, one wins
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    } finally {
      await rm(part, { force: true });
    }
    const other = await read(dataFolder);
    if (other && (await isAlive(dataFolder, other))) throw new StartError(alreadyRunning(other, dataFolder));
    await clear(dataFolder, other);
  }
}

function alreadyRunning({ dashboardUrl, host, pid }: Instance, dataFolder: string): string {
  const where = dashboardUrl ?? `process ${pid}${host === hostname() ? '' : ` on ${host}`}, still starting`;
  return `Taskdeck is already running on ${dataFolder}: ${where}\nStop it with Ctrl-C where it runs or with "npm stop", or give this one other data and ports:\n  TASKDECK_DATA=.data-2 PORT=3001 TASKDECK_SERVICE_PORT=7710 npm start`;
}

/** Moves a dead one's file away, and puts it back when it turns out to be of someone who was quicker. */
async function clear(dataFolder: string, dead: Instance | undefined): Promise<void> {
  const aside = `${fileIn(dataFolder)}.${randomUUID()}`;
  if (
    !(await rename(fileIn(dataFolder), aside).then(
      () => true,
      () => false,
    ))
  )
    return;
  const moved = await readRecord(aside);
  if (moved && moved.id !== dead?.id) await link(aside, fileIn(dataFolder)).catch(() => {});
  await rm(aside, { force: true });
}

async function replace(dataFolder: string, instance: Instance): Promise<void> {
  const part = `${fileIn(dataFolder)}.${instance.id}`;
  await writeFile(part, JSON.stringify(instance), { mode: 0o600 });
  await rename(part, fileIn(dataFolder));
}

/**
 * On this machine: whether it answers, so a process id that someone else has by now does not count. On another one that
 * shares the folder (a container of before, a network file system): whether its heartbeat goes on.
 */
async function isAlive(dataFolder: string, instance: Instance): Promise<boolean> {
  if (instance.host === hostname()) return call(instance, 'GET');
  const beat = async () => (await stat(fileIn(dataFolder)).catch(() => undefined))?.mtimeMs;
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

const read = (dataFolder: string) => readRecord(fileIn(dataFolder));

async function readRecord(path: string): Promise<Instance | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return record.parse(JSON.parse(text));
  } catch {
    return undefined; // not ours, or broken: as good as none
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
