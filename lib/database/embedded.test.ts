import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reservePort } from '#database/testing';
import { temporaryFolder } from '../contract/testing/temporary-folder.ts';
import { connect } from './connect.ts';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';

const parent = temporaryFolder('embedded');
let folder: string;
let port: number;
let server: EmbeddedServer | undefined;

beforeAll(async () => {
  await chmod(parent, 0o755);
  folder = join(parent, 'postgres');
  port = await reservePort();
});
afterAll(async () => {
  await server?.stop();
});

const password = 'a:b/c@d';
const start = () => startEmbedded({ folder, port, password, isDurable: false });

async function ask<Row extends object>(url: string, sql: string): Promise<readonly Row[]> {
  const database = connect(url, { connections: 1 });
  try {
    return await database.unsafe<Row[]>(sql);
  } finally {
    await database.end();
  }
}

test('what was written is there after a stop, after a kill -9 and after a start that was killed with its parent', async () => {
  server = await start();
  await ask(server.url, 'create table kept (n int); insert into kept values (1)');
  await server.stop();

  server = await start();
  await ask(server.url, 'insert into kept values (2)');
  process.kill(server.pid, 'SIGKILL');
  await server.ended;

  const orphan = await start();
  await ask(orphan.url, 'insert into kept values (3)');
  server = await start(); // like the next npm start while the server of a killed one still runs
  await orphan.ended;
  expect(await ask(server.url, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('a lock whose process id is by now someone else is no obstacle', async () => {
  await server?.stop();
  server = await start();
  const lock = await readFile(join(server.folder, 'postmaster.pid'), 'utf8');
  await server.stop();
  await writeFile(join(server.folder, 'postmaster.pid'), lock.replace(/^\d+/, String(process.pid)));
  server = await start();
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the password guards it', async () => {
  server ??= await start();
  await expect(ask(server.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
});

test('it does not inherit the environment of who started it', async () => {
  server ??= await start();
  await server.stop();
  vi.stubEnv('TASKDECK_SECRETS_KEY', 'not for the database');
  server = await start();
  vi.unstubAllEnvs();
  await ask(server.url, "create table variable (line text); copy variable from program 'env'");
  const lines = await ask<{ line: string }>(server.url, 'select line from variable');
  expect(lines.map(({ line }) => line.split('=')[0])).toContain('PATH');
  expect(lines.filter(({ line }) => line.startsWith('TASKDECK_'))).toEqual([]);
});

test('a taken port is named', async () => {
  const other = startEmbedded({ folder: join(parent, 'other'), port, password, isDurable: false });
  await expect(other).rejects.toThrow(new RegExp(`Address already in use|port ${port}`));
});

test('it ends with who started it, even by kill -9', async () => {
  const options = JSON.stringify({ folder: join(parent, 'guarded'), port: await reservePort(), password });
  const module = new URL('./embedded.ts', import.meta.url).href;
  const script = `import { startEmbedded } from '${module}'; process.send((await startEmbedded(${options})).pid);`;
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [pid] = await once(starter, 'message');
  process.kill(Number(pid), 0);
  starter.kill('SIGKILL');
  await vi.waitFor(() => expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH'), 10_000);
});
