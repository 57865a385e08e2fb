import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Account, findAccount } from './embedded-account.ts';
import { clearLeftover } from './embedded-leftover.ts';
import { type Binaries, findBinaries, makeFolder, placeData } from './embedded-place.ts';
import { endWithUs } from './end-with-us.ts';

const run = promisify(execFile);

/** A PostgreSQL server that belongs to this process. */
export type EmbeddedServer = {
  /** Connection URL of its `postgres` database. */
  url: string;
  /** The real path of its files. */
  folder: string;
  /** Process id of the server. */
  pid: number;
  /** Resolves when the server has ended for any reason. */
  ended: Promise<void>;
  /** Closes all connections and stops the server after it has written everything. */
  stop(): Promise<void>;
};

type EmbeddedOptions = {
  folder: string;
  port: number;
  /** The password of the superuser `postgres`. It is set when the data is created and must stay the same. */
  password: string;
  /** `false` turns fsync off, for tests: only a crash of the machine loses data. */
  isDurable?: boolean;
  onLog?: (line: string) => void;
};

/**
 * Starts PostgreSQL on loopback with its files in `folder`, which it makes on first use. As root it runs as the folder's
 * owner or the system user `postgres`. Recovers from being killed, and stops a server that a killed start left behind:
 * see to it that no other live start uses the folder. The package's own wrapper is not used: it stops the server on the
 * first signal of any kind, before those who still write to it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { port, password, onLog = () => {} } = options;
  const account = await findAccount(options.folder);
  const binaries = await findBinaries(account);
  const folder = await placeData(options.folder, account);
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(binaries, folder, account, password);
  await clearLeftover(folder, onLog);
  for (let attempt = 1; ; attempt++) {
    const log: string[] = [];
    const server = spawnServer(binaries, folder, account, options, (line) => {
      log.push(line);
      onLog(line);
    });
    const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
    const pid = await isReady(server, folder, ended);
    if (pid !== undefined) {
      const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
      return { url, folder, pid, ended, stop: () => stop(server, ended) };
    }
    // Connections of a killed server outlive it for a moment.
    const isHeld = log.some((line) => line.includes('pre-existing shared memory block'));
    if (!isHeld || attempt === 10)
      throw new Error(`PostgreSQL did not start: ${log.slice(-6).join('\n  ') || 'it said nothing'}`);
    await delay(500);
  }
}

/** The environment for PostgreSQL's programs: without secrets and without the `PG…` variables of this process. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const needed = ['PATH', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP'];
  const given = needed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(given), LC_MESSAGES: 'C' };
}

/** Creates the data under another name and renames it, so that a killed start leaves no incomplete data. */
async function initialise(binaries: Binaries, folder: string, account: Account | undefined, password: string) {
  const part = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  try {
    await rm(part, { recursive: true, force: true });
    await makeFolder(part, account);
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account) await chown(passwordFile, account.uid, account.gid);
    const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const flags = [`--pgdata=${part}`, '--encoding=UTF8', `--locale=${locale}`, '--no-instructions', ...access];
    await run(binaries.initdb, flags, { ...account, cwd: '/', env: serverEnvironment() });
    await rename(part, folder);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function spawnServer(
  binaries: Binaries,
  folder: string,
  account: Account | undefined,
  { port, isDurable = true }: EmbeddedOptions,
  onLine: (line: string) => void,
): ChildProcess {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=256MB',
    'max_wal_size=4GB',
    ...(isDurable ? [] : ['fsync=off', 'full_page_writes=off']),
  ];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const server = spawn(binaries.postgres, ['-D', folder, '-p', String(port), ...flags], {
    ...account,
    cwd: '/',
    env: serverEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // Ctrl-C reaches every process of the terminal, but the server must stop last
  });
  createInterface({ input: server.stderr }).on('line', onLine);
  server.once('error', (error) => onLine(error.message));
  endWithUs(server);
  return server;
}

/** Resolves with the process id when the server accepts connections, or with `undefined` when it ended instead. */
async function isReady(server: ChildProcess, folder: string, ended: Promise<void>): Promise<number | undefined> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === server.pid && lines[7]?.trim() === 'ready') return server.pid;
    await Promise.race([delay(30), ended]);
  }
  return undefined;
}

async function stop(server: ChildProcess, ended: Promise<void>): Promise<void> {
  server.kill('SIGINT');
  const patience = setTimeout(() => server.kill('SIGQUIT'), 30_000);
  await ended;
  clearTimeout(patience);
}
