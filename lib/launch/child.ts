import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { LogFile } from './log-file.ts';
import { inProject, projectFolder, projectNode } from './project.mjs';
import { StartError, seconds } from './steps.mjs';

/** A process that `npm start` supervises. */
type ChildPlan = {
  name: string;
  /** The arguments of Node: flags, the module, and its own. */
  args: readonly string[];
  env: Record<string, string>;
  log: LogFile;
  /** Also prints its output. */
  isLoud?: boolean;
  /** How long its stop may take before it is killed. */
  stopWithinMs: number;
};

/** The message of a process when it is ready: `{ kind: 'ready' }` with other details. */
export type Ready = Readonly<Record<string, unknown>>;

export type Child = { ready: Promise<Ready>; stop(): Promise<void> };

const firstDelayMs = 500;
const maximumDelayMs = 30_000;
const readyWithinMs = 180_000;
const longLifeMs = 60_000;

/**
 * Starts a process and keeps it running. A process that dies after it was ready is started again with a growing delay,
 * and `say` is called. `ready` rejects when the process dies or sends nothing for three minutes before it is ready.
 */
export function superviseChild(plan: ChildPlan, say: (line: string) => void): Child {
  const { promise: ready, resolve, reject } = Promise.withResolvers<Ready>();
  const stopping = new AbortController();
  let current: ChildProcess | undefined;
  let ended: Promise<string> = Promise.resolve('');

  async function keepRunning(): Promise<void> {
    let delayMs = firstDelayMs;
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      const startedAt = performance.now();
      const tail: string[] = [];
      const started = start(plan, tail);
      current = started.process;
      ended = started.ended;
      void started.ready.then((message) => {
        if (!isFirst) say(`${plan.name} is back after ${seconds(performance.now() - startedAt)}`);
        resolve(message);
      });
      const patience = isFirst ? setTimeout(() => signal(started.process, 'SIGKILL'), readyWithinMs) : undefined;
      void started.ready.then(() => clearTimeout(patience));
      const how = await ended;
      clearTimeout(patience);
      if (stopping.signal.aborted) return;
      if (isFirst && !started.isReady()) {
        reject(new StartError(`The ${plan.name} did not start (${how}):\n${indent(tail)}\nIts log: ${plan.log.path}`));
        return;
      }
      if (performance.now() - startedAt > longLifeMs) delayMs = firstDelayMs;
      say(
        `${plan.name} ended unexpectedly (${how}); starting it again in ${seconds(delayMs)}. Its last words:\n${indent(tail)}`,
      );
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      delayMs = Math.min(delayMs * 2, maximumDelayMs);
    }
  }
  void keepRunning();

  return {
    ready,
    async stop() {
      stopping.abort();
      if (!current) return;
      const child = current;
      signal(child, 'SIGTERM');
      const patience = setTimeout(() => signal(child, 'SIGKILL'), plan.stopWithinMs);
      await ended;
      clearTimeout(patience);
    },
  };
}

function start(plan: ChildPlan, tail: string[]) {
  const child = spawn(projectNode, ['--import', inProject('lib/launch/follow-parent.mjs'), ...plan.args], {
    cwd: projectFolder,
    env: { ...process.env, ...plan.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32', // Ctrl-C reaches only the supervisor, which stops the processes in order
  });
  const onLine = (line: string) => {
    plan.log.write(line);
    tail.push(line.slice(0, 400));
    if (tail.length > 12) tail.shift();
    if (plan.isLoud) console.log(`${plan.name.padEnd(9)} │ ${line}`);
  };
  if (child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
  if (child.stderr) createInterface({ input: child.stderr }).on('line', onLine);
  let wasReady = false;
  const ready = new Promise<Ready>((resolve) => {
    child.on('message', (message) => {
      if (!isReadyMessage(message)) return;
      wasReady = true;
      resolve(message);
    });
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signalName) => resolve(signalName ? `killed by ${signalName}` : `exit code ${code}`));
  });
  return { process: child, ready, ended, isReady: () => wasReady };
}

function isReadyMessage(message: unknown): message is Ready {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'ready';
}

/** Sends a signal to the process and its descendants. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (name === 'SIGKILL' && process.platform !== 'win32') process.kill(-child.pid, name);
    else child.kill(name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error; // it has ended already
  }
}

const indent = (lines: readonly string[]) =>
  (lines.length > 0 ? lines : ['(it said nothing)']).map((line) => `    ${line}`).join('\n');
