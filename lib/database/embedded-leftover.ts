import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Above any process id, so no process has it. */
const nobody = 2_147_483_646;

/**
 * Cleans up after a start that was killed. Stops a PostgreSQL that still runs on `folder`; its data is intact. When the
 * lock file names another program's process, only its process id is overwritten, so that PostgreSQL still checks for
 * shared memory in use.
 */
export async function clearLeftover(folder: string, onLog: (line: string) => void): Promise<void> {
  const path = join(folder, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const [first = '', ...rest] = text.split('\n');
  const pid = Number(first);
  if (!isAlive(pid)) return; // PostgreSQL removes the lock itself
  if (!(await isPostgres(pid, folder))) {
    await writeFile(path, [String(nobody), ...rest].join('\n'));
    return;
  }
  onLog(`stopping the PostgreSQL that a killed start left behind (process ${pid})`);
  process.kill(pid, 'SIGINT');
  if (await hasEnded(pid, 20_000)) return;
  process.kill(pid, 'SIGQUIT');
  if (!(await hasEnded(pid, 10_000))) throw new Error(`PostgreSQL (process ${pid}) of an earlier start does not stop`);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Without /proc (macOS) any live process counts, and PostgreSQL's own check decides. */
async function isPostgres(pid: number, folder: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (command === undefined) return process.platform !== 'linux';
  const words = command.split('\0');
  return (words[0] ?? '').endsWith('postgres') && words.includes(folder);
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await delay(50)) if (!isAlive(pid)) return true;
  return false;
}
