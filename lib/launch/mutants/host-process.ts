import { type ChildProcess, spawn } from 'node:child_process';
import { inProject, projectNode } from '../project.mjs';
import { type RunAnswer, type RunRequest, runAnswer } from './host-messages.ts';

/** Runs test files in one sandbox, one at a time. */
export type Host = {
  /** Resolves with `undefined` when the time was not enough or the process ended. Everything that the run started is then ended. */
  run(request: RunRequest, timeoutInMs: number): Promise<RunAnswer | undefined>;
  close(): Promise<void>;
};

/** `env` is added to this process's environment. The host starts with the first run, and again after it was ended. */
export function openHost(sandbox: string, env: Record<string, string>): Host {
  let child: ChildProcess | undefined;

  function start(): ChildProcess {
    const started = spawn(projectNode, [inProject('lib/launch/mutants/host.ts')], {
      cwd: sandbox,
      env: {
        ...process.env,
        ...env,
        NODE_ENV: 'test',
        VITEST: 'true',
        NODE_OPTIONS: `--import=${sandbox}/lib/launch/mutants/coverage-of-process.mjs`,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      detached: true, // the leader of a process group, which is ended as a whole
    });
    started.stderr?.resume();
    return started;
  }

  return {
    async run(request, timeoutInMs) {
      const running = child ?? (await ready(start()));
      child = running;
      const { promise, resolve } = Promise.withResolvers<RunAnswer | undefined>();
      const timer = setTimeout(() => resolve(undefined), timeoutInMs);
      const onMessage = (message: unknown) => resolve(runAnswer.parse(message));
      const onExit = () => resolve(undefined);
      running.once('message', onMessage).once('exit', onExit);
      running.send(request);
      const answer = await promise.finally(() => {
        clearTimeout(timer);
        running.off('message', onMessage).off('exit', onExit);
      });
      if (answer === undefined) {
        child = undefined;
        await endGroup(running);
      }
      return answer;
    },
    async close() {
      const running = child;
      child = undefined;
      if (running) await end(running);
    },
  };
}

/** Resolves when Vitest and the template database are ready. */
async function ready(child: ChildProcess): Promise<ChildProcess> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  const keep = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stderr?.on('data', keep);
  child.once('message', () => resolve()).once('exit', () => reject(new Error(`Vitest did not start: ${said}`)));
  await promise;
  child.stderr?.off('data', keep);
  child.removeAllListeners('exit');
  return child;
}

/** Lets the host remove what it created. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => void endGroup(child), 15_000);
  child.disconnect();
  await ended;
  clearTimeout(timer);
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}
