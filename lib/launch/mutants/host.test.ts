import { realpathSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { inProject } from '../project.mjs';
import { type Host, openHost } from './host-process.ts';

vi.setConfig({ testTimeout: 120_000 }); // starts Vitest several times, on a machine that may be busy

// A source with one mutant and the switches that the instrumenter writes, and test files.
const source = `
  export function isActive() {
    const space = (globalThis.__stryker__ ??= { mutantCoverage: { static: {} } });
    space.mutantCoverage.static['7'] = 1;
    return process.env.__STRYKER_ACTIVE_MUTANT__ === '7';
  }`;
const testOf = (body: string) => `
  import { spawnSync } from 'node:child_process';
  import { expect, test } from 'vitest';
  import { isActive } from './source.ts';
  test('it', () => { ${body} });`;
const child = 'process.exitCode = process.env.__STRYKER_ACTIVE_MUTANT__ === "7" ? 3 : 0';
const files = {
  'source.ts': source,
  'near.test.ts': testOf('expect(isActive()).toBe(false);'),
  'child.test.ts': testOf(`expect(spawnSync(process.execPath, ['-e', ${JSON.stringify(child)}]).status).toBe(0);`),
  'endless.test.ts': testOf('while (isActive());'),
  'deadly.test.ts': testOf("if (isActive()) process.kill(process.ppid, 'SIGKILL');"),
  'other.test.ts': testOf('expect(1).toBe(1);'),
};

const sandbox = realpathSync(temporaryFolder('host'));
let host: Host;
beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) await writeFile(join(sandbox, name), text);
  for (const name of ['coverage-of-tests.ts', 'coverage-of-process.mjs'])
    await cp(inProject(`lib/launch/mutants/${name}`), join(sandbox, `lib/launch/mutants/${name}`));
  await symlink(inProject('node_modules'), join(sandbox, 'node_modules'));
  host = openHost(sandbox, {});
});
afterAll(async () => {
  await host.close();
});

test('a mutant is active in the test and in what it starts, and a failure stays with its own run', async () => {
  const passed = async (file: string, mutant?: string) =>
    (await host.run({ file, ...(mutant !== undefined && { mutant }) }, 60_000))?.hasPassed;
  expect(await passed('near.test.ts')).toBe(true);
  expect(await passed('near.test.ts', '7')).toBe(false);
  expect(await passed('child.test.ts', '7')).toBe(false);
  expect(await passed('other.test.ts', '7')).toBe(true);
  expect(await passed('near.test.ts', '8')).toBe(true);
  expect(await readdir(join(sandbox, '.vitest-cache')), 'the modules that it keeps').not.toEqual([]);
});

test('what a test file reaches is written into the folder of its run', async () => {
  const coverageFolder = join(sandbox, 'reached');
  await mkdir(coverageFolder);
  await host.run({ file: 'near.test.ts', coverageFolder }, 60_000);
  const [first = ''] = await readdir(coverageFolder);
  expect(JSON.parse(await readFile(join(coverageFolder, first), 'utf8'))).toEqual(['7']);
});

test('a run that does not end is ended, and the next one runs', async () => {
  expect(await host.run({ file: 'endless.test.ts', mutant: '7' }, 3_000)).toBeUndefined();
  expect(await host.run({ file: 'near.test.ts' }, 60_000)).toMatchObject({ hasPassed: true, isTimeout: false });
});

test('a run whose process ends is over at once, and the next one runs', async () => {
  expect(await host.run({ file: 'deadly.test.ts', mutant: '7' }, 600_000)).toBeUndefined();
  expect(await host.run({ file: 'near.test.ts' }, 60_000)).toMatchObject({ hasPassed: true, isTimeout: false });
});
