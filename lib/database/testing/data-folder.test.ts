import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeDataFolder } from './data-folder.ts';

const prefix = 'taskdeck-folder-';
let inMemory: string;

beforeEach(async () => {
  inMemory = await mkdtemp(join(tmpdir(), 'taskdeck-memory-'));
  return () => rm(inMemory, { recursive: true });
});

async function folderWith(memory: { folder: string; neededBytes: number }): Promise<string> {
  const folder = await makeDataFolder(prefix, memory);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('the data is in the folder in memory, and everybody can enter it', async () => {
  const folder = await folderWith({ folder: inMemory, neededBytes: 1 });
  expect(folder.startsWith(join(inMemory, prefix))).toBe(true);
  expect((await stat(folder)).mode & 0o777).toBe(0o755);
});

test('without that folder, or with too little room in it, the data is on the disk', async () => {
  for (const memory of [
    { folder: '/nowhere/at/all', neededBytes: 1 },
    { folder: inMemory, neededBytes: 2 ** 60 },
  ])
    expect((await folderWith(memory)).startsWith(join(tmpdir(), prefix))).toBe(true);
});

test('what a process left that is gone is deleted, and nothing else', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const kept = [`${prefix}${process.pid}-abc`, `another-${pid}-abc`, `${prefix}abc`];
  for (const name of [...kept, `${prefix}${pid}-abc`])
    await mkdir(join(inMemory, name, 'postgres'), { recursive: true });
  const folder = await folderWith({ folder: inMemory, neededBytes: 1 });
  expect((await readdir(inMemory)).toSorted()).toEqual([...kept, basename(folder)].toSorted());
});
