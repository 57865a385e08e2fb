import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inProject, projectNode } from '../project.mjs';
import { StartError } from '../steps.mjs';

/** The shell without a window first: journeys take 29 % less processor time in it. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
] as const;

/**
 * Returns the browser of the tests: `TASKDECK_CHROMIUM`, the system's, or Playwright's own, or `undefined` when there
 * is none.
 */
export async function findChromium(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test');
  const candidates = [process.env.TASKDECK_CHROMIUM, ...systemPaths, chromium.executablePath()];
  return candidates.find((path) => path !== undefined && existsSync(path));
}

/** Installs a browser if there is none: the system's package as root, otherwise Playwright's own build. */
export async function ensureChromium(): Promise<void> {
  if (await findChromium()) return;
  const isRoot = process.getuid?.() === 0;
  const said = isRoot && existsSync('/usr/bin/apt-get') ? installFromSystem() : '';
  if (await findChromium()) return;
  const playwright = run(projectNode, [
    inProject('node_modules/@playwright/test/cli.js'),
    'install',
    ...(isRoot ? ['--with-deps'] : []),
    'chromium',
  ]);
  if (await findChromium()) return;
  throw new StartError(
    `The browser tests need Chromium and it could not be installed. Install it (Debian: apt-get install chromium) or set TASKDECK_CHROMIUM to its path.\n${said}\n${playwright}`,
  );
}

function installFromSystem(): string {
  const install = (name: string) => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
  const updated = run('apt-get', ['update', '-qq']);
  return updated + install('chromium-headless-shell') + (existsSync(systemPaths[0]) ? '' : install('chromium'));
}

function run(command: string, args: readonly string[]): string {
  const { stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 300_000,
  });
  return [stdout, stderr, error?.message].filter(Boolean).join('\n').slice(-2_000);
}
