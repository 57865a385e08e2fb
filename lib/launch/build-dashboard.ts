import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { hintFirstScripts } from './compile-hints.ts';
import { inProject, projectFolder, projectNode } from './project.mjs';
import { StartError } from './steps.mjs';

const stampFile = inProject('.next/taskdeck-source');

/** The sources of the dashboard. A missing folder counts as empty. */
const sources = [
  'app',
  'components',
  'lib/client',
  'lib/contract',
  'lib/dashboard',
  'public',
  'instrumentation-client.ts',
  'proxy.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tailwind.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/** Returns whether `.next` has a build of the current source. */
export async function isDashboardBuilt(): Promise<boolean> {
  const stamp = await readFile(stampFile, 'utf8').catch(() => undefined);
  return stamp !== undefined && stamp === (await fingerprint());
}

/**
 * Builds the dashboard. Throws a `StartError` with the output of the build when it fails. `isAside` leaves the processors to
 * everything else that runs.
 */
export async function buildDashboard({ isAside = false } = {}): Promise<void> {
  const before = await fingerprint();
  const { code, output } = await runNext(['build'], isAside);
  if (code !== 0) throw new StartError(`The dashboard does not build:\n${output.trim()}`);
  await hintFirstScripts(inProject('.next'));
  await writeFile(stampFile, before);
}

/** Runs the command line of Next.js. Resolves with its exit code and its output. */
async function runNext(args: readonly string[], isAside: boolean): Promise<{ code: number; output: string }> {
  const child = spawn(projectNode, [inProject('node_modules/next/dist/bin/next'), ...args], {
    cwd: projectFolder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (isAside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const end = () => child.kill();
  process.once('exit', end);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  process.off('exit', end);
  return { code, output };
}

/** A hash of names and contents. Times change with a clone or a checkout, so they do not count. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesOf(source)) hash.update(`${file}\0`).update(await readFile(inProject(file)));
  }
  return hash.digest('hex');
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(inProject(path)).catch(() => undefined);
  if (!found) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(inProject(path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(projectFolder.length))
    .sort();
}
