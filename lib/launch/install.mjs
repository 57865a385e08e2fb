// @ts-check
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject, projectFolder, projectNode } from './project.mjs';
import { StartError, step } from './steps.mjs';

const stampFile = inProject('node_modules/.taskdeck-installed');

/** What an install depends on: the lock file, the patches of packages, and the platform. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const patches = readdirSync(inProject('patches')).map((name) => `patches/${name}`);
  for (const file of ['package.json', 'package-lock.json', ...patches.sort()])
    hash.update(readFileSync(inProject(file)));
  return hash.digest('hex');
}

/** Installs the packages when they are missing or differ from the lock file. */
export async function ensureInstalled() {
  const wanted = fingerprint();
  if (existsSync(projectNode) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  // `npm install`, not `npm ci`: a registry that lacks a package of another platform must not stop the start.
  await step('Installing packages', () => npm(['install', '--no-save', '--include=dev', '--include=optional']), {
    isSlow: true,
  });
  if (!existsSync(projectNode)) {
    throw new StartError(
      'npm did not install Node 24 (the package "node"). Were install scripts or optional packages turned off?',
    );
  }
  writeFileSync(stampFile, wanted);
}

/**
 * Runs npm in the project and shows what it said only when it fails.
 * @param {string[]} args
 */
export async function npm(args) {
  const cli = process.env.npm_execpath;
  const [command, ...first] = cli?.endsWith('.js') ? [process.execPath, cli] : ['npm'];
  const child = spawn(command ?? 'npm', [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      said += error.message;
      resolve(-1);
    });
    child.once('close', resolve);
  });
  if (code !== 0) throw new StartError(`npm ${args[0]} failed:\n${said.trim()}`);
}
