import { type ChildProcess, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { reservePort } from '../../lib/database/testing/reserve-port.ts';
import { createNetwork, type Host, type Network } from './hosts.ts';
import type { LoadReport, LoadRequest, Verdict } from './load.ts';
import { createPair, type Server } from './postgres.ts';

const run = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const password = 'test-bed-password';
const servicePort = 7700;

/** A program of the bed on its machine, with what it printed. */
export type Program = { host: Host; process: ChildProcess; lines: string[] };

export type Load = { report(): Promise<LoadReport>; stop(): Promise<void>; verify(): Promise<Verdict> };

/** Three services, four workers, a primary and its replica, and the machine of the load. */
export type Cluster = {
  network: Network;
  primary: Server;
  replica: Server;
  /** What services and workers connect to. */
  databaseUrl: string;
  /** Holds the data of both servers. */
  folder: string;
  services: Program[];
  workers: Program[];
  loadHost: Host;
  startLoad(inFlight: number): Promise<Load>;
  remove(): Promise<void>;
};

export type ClusterOptions = {
  /** Settings of the primary. */
  settings?: Record<string, string>;
  /** The size of the disk that both servers share, in memory. Without it they use the machine's. */
  diskInMiB?: number;
  /** How long bytes travel between programs and the database, in each direction. */
  delayToDatabaseInMs?: number;
  /** By how much the clocks of services and workers are wrong, by their names. */
  clockOffsetInMs?: Record<string, number>;
};

/** Starts every machine and program. Rejects when one of them does not start. */
export async function startCluster({
  settings,
  diskInMiB,
  delayToDatabaseInMs,
  clockOffsetInMs = {},
}: ClusterOptions = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-network-'));
  if (diskInMiB !== undefined) await run('mount', ['-t', 'tmpfs', '-o', `size=${diskInMiB}m`, 'tmpfs', folder]);
  await chmod(folder, 0o755); // the system user postgres must pass through it
  const network = await createNetwork();
  const started: ChildProcess[] = [];
  const stop = () => void remove().then(() => process.exit(1));
  const remove = async () => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
    await network.remove();
    await Promise.all(started.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
    if (diskInMiB !== undefined) await run('umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  const startRelay = async (delayInMs: number, servers: Server[]) => {
    const host = await network.addHost('relay');
    const targets = servers.map((server) => server.host.address);
    const child = host.spawn(process.execPath, [here('./relay.ts'), String(delayInMs), ...targets], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.push(child);
    await once(child, 'message');
    return servers.map((_, index) => `${host.address}:${5_432 + index}`);
  };
  try {
    const hosts = { primary: await network.addHost('primary'), replica: await network.addHost('replica') };
    const secret = randomBytes(16).toString('hex');
    const { primary, replica } = await createPair(hosts, { folder, password: secret, port: await reservePort() });
    await Promise.all([primary.start(settings), replica.start()]);
    const direct = [primary, replica].map(({ host }) => `${host.address}:5432`);
    const addresses =
      delayToDatabaseInMs === undefined ? direct : await startRelay(delayToDatabaseInMs, [primary, replica]);
    const databaseUrl = `postgres://postgres:${secret}@${addresses.join(',')}/postgres`;
    const shared = {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: databaseUrl,
      TASKDECK_SECRETS_KEY: randomBytes(32).toString('base64'),
      TASKDECK_DATA: join(folder, 'data'),
      TASKDECK_ADMIN_PASSWORD: password,
      TASKDECK_SERVICE_HOST: '0.0.0.0',
      TASKDECK_SERVICE_PORT: String(servicePort),
      TASKDECK_LOG_LEVEL: 'warn',
    };
    const start = async (name: string, script: string, args: string[] = []): Promise<Program> => {
      const host = await network.addHost(name);
      const offset = clockOffsetInMs[name];
      const clock = offset && {
        NODE_OPTIONS: `--import ${here('./clock-offset.ts')}`,
        BED_CLOCK_OFFSET_MS: String(offset),
      };
      const env = { ...shared, TASKDECK_WORKER_NAME: name, ...clock };
      const child = host.spawn(process.execPath, [here(script), ...args], {
        env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      started.push(child);
      const lines: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (text: Buffer) => lines.push(...String(text).trimEnd().split('\n')));
      await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended: ${lines.slice(-5).join('\n')}`))),
      ]);
      return { host, process: child, lines };
    };
    const inTurn = async (names: string[], script: string, args?: string[]) => {
      const programs: Program[] = [];
      for (const name of names) programs.push(await start(name, script, args));
      return programs;
    };
    const services = await inTurn(['service1', 'service2', 'service3'], '../../lib/service/main.ts');
    const workers = await inTurn(['worker1', 'worker2', 'worker3', 'worker4'], '../../lib/worker/main.ts', [
      here('./tasks.ts'),
    ]);
    const loadHost = await network.addHost('load');
    const urls = services.map(({ host }) => `http://${host.address}:${servicePort}`);
    const startLoad = async (inFlight: number) => {
      const request: LoadRequest = { services: urls, password, inFlight };
      const child = loadHost.spawn(process.execPath, [here('./load.ts'), JSON.stringify(request)], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      started.push(child);
      const ask = async (what: string) => {
        child.send(what);
        return heard();
      };
      const ended = once(child, 'exit').then(() => Promise.reject(new Error('the load ended')));
      const heard = async () => (await Promise.race([once(child, 'message'), ended]))[0];
      await heard();
      return { report: () => ask('report'), stop: () => ask('stop'), verify: () => ask('verify') };
    };
    return { network, primary, replica, databaseUrl, folder, services, workers, loadHost, startLoad, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
