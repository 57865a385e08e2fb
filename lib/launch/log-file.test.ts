import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLogFile } from './log-file.ts';

test('it keeps what was there, and moves full files aside, four at most', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-log-'));
  const path = join(folder, 'service.log');
  const first = openLogFile(path, 20);
  first.write('from before');
  first.close();
  const log = openLogFile(path, 20);
  for (let number = 0; number < 12; number++) log.write(`line ${number}, full`);
  log.close();
  expect((await readdir(folder)).sort()).toEqual([
    'service.log',
    'service.log.1',
    'service.log.2',
    'service.log.3',
    'service.log.4',
  ]);
  expect(await readFile(path, 'utf8')).toBe('line 11, full\n');
  expect(await readFile(`${path}.4`, 'utf8')).toBe('line 7, full\n');
  await rm(folder, { recursive: true });
});

test('a full disk costs lines, which are counted, and not the process that writes them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-log-'));
  const path = join(folder, 'service.log');
  await symlink('/dev/full', path); // each write to it fails as on a full disk
  const log = openLogFile(path);
  for (const line of ['one', 'two']) log.write(line);
  await rm(path);
  for (const line of ['three', 'four']) log.write(line);
  log.close();
  const [missing, ...written] = (await readFile(path, 'utf8')).split('\n');
  expect(missing).toMatch(/^2 lines are missing here: ENOSPC/);
  expect(written).toEqual(['three', 'four', '']);
  await rm(folder, { recursive: true });
});
