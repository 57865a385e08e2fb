import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Database } from '#database';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const tasks = fileURLToPath(new URL('./witnessed-tasks.ts', import.meta.url));

export type WorkerProcess = {
  kill(signal: NodeJS.Signals): void;
  /** The log so far. */
  output(): string;
  /** Resolves with its exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
};

/**
 * Starts a worker process with the witnessed task types. Resolves when it claims work. Its lease is longer than any test,
 * so that no slow machine takes it: a test that wants it lost ends it in the database.
 */
export async function startWorkerProcess(environment: Record<string, string>): Promise<WorkerProcess> {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { ...process.env, TASKDECK_TASKS: tasks, TASKDECK_WORKER_LEASE_MS: '300000', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  );
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()));
  await Promise.race([
    ready,
    ended.then((code) => {
      throw new Error(`the worker ended (${code}) before it was ready: ${output}`);
    }),
  ]);
  return { kill: (signal) => void child.kill(signal), output: () => output, ended };
}

/** Ends the lease of a worker, as if it had been silent for long. The next worker that starts takes its runs over. */
export async function endLease(database: Database, name: string): Promise<void> {
  await database`update worker set expires_on = now() - interval '1 ms' where name = ${name}`;
}
