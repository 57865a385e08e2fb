// @ts-check
// Every command of package.json runs this file. It is plain JavaScript for Node 20, until Node 24 is installed.
import { spawn } from 'node:child_process';
import { ensureInstalled } from './install.mjs';
import { inProject, projectFolder, projectNode } from './project.mjs';
import { giveUp } from './steps.mjs';

const args = process.argv.slice(2);

if (process.env.npm_lifecycle_event !== undefined) followParent();

try {
  await ensureInstalled();
} catch (error) {
  giveUp(error);
}

if (Number.parseInt(process.versions.node, 10) >= 24) {
  await import('./main.ts');
} else {
  const child = spawn(projectNode, [inProject('lib/launch/main.ts'), ...args], {
    cwd: projectFolder,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'], // the channel shows when this process is gone
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/**
 * Ends this process when the shell in which npm runs it has ended: npm passes SIGTERM to that shell only, and some shells
 * do not pass it on.
 */
function followParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
