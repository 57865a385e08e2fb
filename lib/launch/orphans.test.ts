import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reservePort } from '#database/testing';
import { inProject } from './project.mjs';

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connectSocket(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

test('kill -9 of the supervisor ends PostgreSQL too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-orphan-'));
  await chmod(folder, 0o755);
  const port = await reservePort();
  const module = join(folder, 'supervisor.ts');
  await writeFile(
    module,
    `import { Children } from '${inProject('lib/launch/children.ts')}';
     import { readConfig } from '${inProject('lib/launch/config.ts')}';
     const children = new Children(readConfig(process.env), { isDevelopment: false }, console.log);
     await children.startDatabase(${port});
     process.send('up');`,
  );
  const supervisor = spawn(process.execPath, [module], {
    env: { ...process.env, TASKDECK_DATA: folder },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await new Promise((resolve) => supervisor.once('message', resolve));
  expect(await isOpen(port)).toBe(true);
  supervisor.kill('SIGKILL');
  await expect.poll(() => isOpen(port), { timeout: 25_000 }).toBe(false);
  await rm(folder, { recursive: true, force: true });
}, 30_000);
