import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reservePort } from '#database/testing';
import { inProject, projectFolder, projectNode } from './project.mjs';

test.skipIf(process.platform === 'win32')(
  'ends when the shell in which npm runs it has ended',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'taskdeck-follow-'));
    const silent = createServer(() => {}).listen(0, '127.0.0.1'); // a service that never answers, so the command stays
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const command = `"${projectNode}" "${inProject('lib/launch/start.mjs')}" samples & echo $!; wait`;
    const shell = spawn('sh', ['-c', command], {
      cwd: projectFolder,
      env: {
        ...process.env,
        npm_lifecycle_event: 'samples',
        TASKDECK_DATA: folder,
        TASKDECK_SERVICE_PORT: String(await reservePort()),
        TASKDECK_SERVICE_URL: `http://127.0.0.1:${port}`,
        TASKDECK_API_KEY: 'tdk_none',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(shell.stdout, 'data');
    const pid = Number(String(line));
    await once(silent, 'request');
    shell.kill('SIGTERM');
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    silent.closeAllConnections();
    silent.close();
    await rm(folder, { recursive: true, force: true });
  },
  30_000,
);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
