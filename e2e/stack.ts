import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataFolder, reservePort } from '#database/testing';
import { inProject, projectFolder, projectNode } from '../lib/launch/project.mjs';

/** The whole product, started as an operator starts it, on ports and data of its own. */
export type Stack = { dashboardUrl: string; serviceUrl: string; adminPassword: string; dataFolder: string };

const variable = 'TASKDECK_E2E_STACK';
const readyWithinMs = 300_000; // a build of the dashboard included

/** Playwright's global set-up: the stack of all journeys. Returns its end. */
export default async function startSharedStack(): Promise<() => Promise<void>> {
  const { stop, ...stack } = await startStack();
  process.env[variable] = JSON.stringify(stack);
  return stop;
}

/** `npm start` from the built dashboard, on ports and data of its own. `configure` returns more variables. */
export async function startStack(
  configure: (stack: Stack) => Promise<Record<string, string>> = async () => ({}),
): Promise<Stack & { stop: () => Promise<void> }> {
  const dataFolder = await makeDataFolder('taskdeck-e2e-');
  const [dashboardPort, servicePort, databasePort] = [await reservePort(), await reservePort(), await reservePort()];
  const stack: Stack = {
    dashboardUrl: `http://localhost:${dashboardPort}`,
    serviceUrl: `http://127.0.0.1:${servicePort}`,
    adminPassword: crypto.randomUUID(),
    dataFolder,
  };
  await mkdir(inProject('test-results'), { recursive: true });
  const output = createWriteStream(inProject('test-results/stack.log'));
  const child = spawn(projectNode, [inProject('lib/launch/main.ts'), 'start'], {
    cwd: projectFolder,
    env: {
      ...process.env,
      TASKDECK_DATA: dataFolder,
      PORT: String(dashboardPort),
      TASKDECK_SERVICE_PORT: String(servicePort),
      TASKDECK_DATABASE_PORT: String(databasePort),
      TASKDECK_ADMIN_PASSWORD: stack.adminPassword,
      DATABASE_URL: '',
      TASKDECK_URL: '',
      TASKDECK_HTTP_ALLOW: '127.0.0.1', // receivers of alerts
      TASKDECK_FRESH_PROOF_SECONDS: '7200', // journeys share sessions, however slow the machine is
      ...(await configure(stack)),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // the channel ends it when the tests are killed
  });
  child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(output, { end: false });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    output.end();
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    await Promise.race([isUp(dataFolder), ended.then(() => Promise.reject(new Error('the stack ended')))]);
  } catch (cause) {
    await stop();
    throw new Error(`the stack did not start; see test-results/stack.log:\n${await readFile(output.path, 'utf8')}`, {
      cause,
    });
  }
  return { ...stack, stop };
}

/** The stack that the global set-up started, seen from a test. */
export function currentStack(): Stack {
  const text = process.env[variable];
  if (text === undefined) throw new Error(`${variable} is not set: run the journeys with playwright`);
  return JSON.parse(text);
}

/** The instance file names the addresses once everything is ready. */
async function isUp(dataFolder: string): Promise<void> {
  for (const end = Date.now() + readyWithinMs; Date.now() < end; await delay(100)) {
    const text = await readFile(join(dataFolder, 'instance.json'), 'utf8').catch(() => '');
    if (text.includes('dashboardUrl')) return;
  }
  throw new Error(`not ready within ${readyWithinMs / 1000} s`);
}
