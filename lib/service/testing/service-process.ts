import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { servingFlags } from '../../launch/project.mjs';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The service as a separate process, as `npm start` runs it. */
export type ServiceProcess = {
  url: string;
  process: ChildProcess;
  kill(signal: NodeJS.Signals): Promise<number | null>;
};

/** Starts `main.ts` and resolves when it is ready. */
export async function startServiceProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [...servingFlags, main], {
    env: { ...process.env, TASKDECK_LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message as { kind: string; url: string }),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code}`))),
  ]);
  return {
    url: ready.url,
    process: child,
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code] = await ended;
      return code as number | null;
    },
  };
}
