import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbedded } from '../../lib/database/index.ts';
import type { Host } from './hosts.ts';

const run = promisify(execFile);

/** A PostgreSQL server on a machine of the bed. */
export type Server = {
  host: Host;
  folder: string;
  log: string[];
  start(settings?: Record<string, string>): Promise<void>;
  /** Starts it with the same settings unless it still runs. */
  startAgain(): Promise<void>;
  /** Makes a replica a primary, as `pg_ctl promote` does. */
  promote(): Promise<void>;
};

/**
 * Creates the data of a primary and a copy for its replica, with the PostgreSQL that comes with the project. Commits on the
 * primary wait until the replica has written them.
 */
export async function createPair(
  hosts: { primary: Host; replica: Host },
  { folder, password, port }: { folder: string; password: string; port: number },
): Promise<{ primary: Server; replica: Server }> {
  const made = await startEmbedded({ folder: join(folder, 'primary'), port, password });
  const programs = dirname(await readlink(`/proc/${made.pid}/exe`));
  await made.stop();
  const owner = await stat(made.folder);
  const account = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const access = ['all', 'replication'].map((what) => `host ${what} all ${hosts.primary.address}/24 scram-sha-256\n`);
  await appendFile(join(made.folder, 'pg_hba.conf'), access.join(''));
  const copy = join(dirname(made.folder), 'replica');
  await run('cp', ['-a', made.folder, copy]); // `cp` of Node does not keep the owner
  const signal = join(copy, 'standby.signal');
  await writeFile(signal, '');
  await chown(signal, owner.uid, owner.gid);
  const source = `host=${hosts.primary.address} port=5432 user=postgres password=${password} application_name=replica`;
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source} connect_timeout=3'\n`);

  const serverOn = (host: Host, data: string, own: Record<string, string>): Server => {
    const log: string[] = [];
    let running: ChildProcess | undefined;
    let last: Record<string, string> = {};
    return {
      host,
      folder: data,
      log,
      async start(settings = {}) {
        last = settings;
        const given = { ...common, ...own, ...settings };
        const flags = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
        const server = host.spawn('setpriv', [...account, join(programs, 'postgres'), '-D', data, ...flags], {
          cwd: '/',
          stdio: ['ignore', 'ignore', 'pipe'],
          env: { PATH: process.env.PATH, LC_MESSAGES: 'C' },
        });
        server.stderr?.on('data', (text: Buffer) => log.push(String(text)));
        running = server;
        await untilReady(server, data, log);
      },
      async startAgain() {
        if (running?.exitCode !== null) await this.start(last);
      },
      async promote() {
        // The replica has its own folder, so this reaches no other server.
        await once(
          host.spawn('setpriv', [...account, join(programs, 'pg_ctl'), 'promote', '-D', data], { cwd: '/' }),
          'exit',
        );
      },
    };
  };
  return {
    primary: serverOn(hosts.primary, made.folder, { synchronous_standby_names: 'replica' }),
    replica: serverOn(hosts.replica, copy, {}),
  };
}

const common = {
  listen_addresses: '*',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  wal_receiver_timeout: '10s',
  wal_sender_timeout: '10s',
};

async function untilReady(server: { exitCode: number | null }, folder: string, log: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) break;
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (/ready|standby/.test(lines[7] ?? '')) return;
    await sleep(50);
  }
  throw new Error(`PostgreSQL did not start: ${log.slice(-6).join('')}`);
}
