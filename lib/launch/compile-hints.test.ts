import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileHint, hintFirstScripts } from './compile-hints.ts';

let build: string;
const chunk = (name: string) => `static/chunks/${name}.js`;

beforeEach(async () => {
  build = await mkdtemp(join(tmpdir(), 'build-'));
  await mkdir(join(build, 'static/chunks'), { recursive: true });
  await mkdir(join(build, 'server/app/tasks/[id]'), { recursive: true });
  for (const name of ['runtime', 'layout', 'page', 'editor', 'polyfill'])
    await writeFile(join(build, chunk(name)), `run("${name}")`);
  await writeFile(
    join(build, 'build-manifest.json'),
    JSON.stringify({ polyfillFiles: [chunk('polyfill')], rootMainFiles: [chunk('runtime')] }),
  );
  await writeFile(
    join(build, 'server/app/tasks/[id]/page_client-reference-manifest.js'),
    `globalThis.__RSC_MANIFEST["/tasks/[id]/page"] = ${JSON.stringify({
      clientModules: { editor: { chunks: [chunk('editor')] } },
      entryJSFiles: { layout: [chunk('layout')], page: [chunk('layout'), chunk('page')] },
    })}`,
  );
});

afterEach(() => rm(build, { recursive: true }));

test('what a page begins with has the hint once, what it loads later has none', async () => {
  expect(await hintFirstScripts(build)).toBe(3);
  expect(await hintFirstScripts(build)).toBe(3);
  const read = (name: string) => readFile(join(build, chunk(name)), 'utf8');
  for (const name of ['runtime', 'layout', 'page']) expect(await read(name)).toBe(`${compileHint}run("${name}")`);
  for (const name of ['editor', 'polyfill']) expect(await read(name)).toBe(`run("${name}")`);
});
