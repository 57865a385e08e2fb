import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Child, superviseChild } from './child.ts';
import { type LogFile, openLogFile } from './log-file.ts';

let folder: string;
let log: LogFile;
let child: Child | undefined;
const said: string[] = [];
const patient = { timeout: 15_000 };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taskdeck-child-'));
  log = openLogFile(join(folder, 'child.log'));
  said.length = 0;
});
afterEach(async () => {
  await child?.stop();
  log.close();
  await rm(folder, { recursive: true, force: true });
});

async function supervise(source: string, stopWithinMs = 60_000): Promise<Child> {
  const module = join(folder, 'child.mjs');
  await writeFile(module, source);
  child = superviseChild({ name: 'worker', args: [module], env: { FOLDER: folder }, log, stopWithinMs }, (line) =>
    said.push(line),
  );
  return child;
}

const staysUp = "process.send({ kind: 'ready', pid: process.pid }); setInterval(() => {}, 1000);";

test('a process that dies is started again, and said so', async () => {
  const { ready } = await supervise(staysUp);
  process.kill(Number((await ready).pid), 'SIGKILL');
  await expect.poll(() => said.at(-1), patient).toMatch(/^worker is back after/);
  expect(said[0]).toMatch(/^worker ended unexpectedly \(killed by SIGKILL\); starting it again in 0\.5 s/);
});

test('a process that never becomes ready fails the start with its last words', async () => {
  const { ready } = await supervise('console.error(\'PORT: "x" is not allowed\'); process.exit(3);');
  await expect(ready).rejects.toThrow(/worker did not start \(exit code 3\):\n {4}PORT: "x" is not allowed/);
  expect(await readFile(log.path, 'utf8')).toContain('PORT: "x"');
});

test('a stop waits for a graceful end, is not taken for a death, and kills who does not listen', async () => {
  const graceful = await supervise(
    `process.on('SIGTERM', () => { console.log('goodbye'); process.exit(0); }); ${staysUp}`,
  );
  await graceful.ready;
  await graceful.stop();
  expect(await readFile(log.path, 'utf8')).toContain('goodbye');

  const deaf = await supervise(`process.on('SIGTERM', () => {}); ${staysUp}`, 100);
  const { pid } = await deaf.ready;
  await deaf.stop();
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  expect(said).toEqual([]);
});
