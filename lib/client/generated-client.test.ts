import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../contract/testing/temporary-folder.ts';
import { type SeparateService, startSeparateService } from './testing/separate-service.ts';

const run = promisify(execFile);
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const tsc = pathOf('../../node_modules/typescript/bin/tsc');

let service: SeparateService;
const folder = temporaryFolder('generated');
beforeAll(async () => {
  service = await startSeparateService();
}, 60_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

const compilerOptions = {
  ...{ target: 'esnext', module: 'nodenext', lib: ['esnext', 'dom', 'dom.iterable'], types: ['node'] },
  typeRoots: [pathOf('../../node_modules/@types')],
  ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, allowImportingTsExtensions: true },
  ...{ isolatedModules: true, erasableSyntaxOnly: true },
};

test('a client generated from the OpenAPI document compiles strictly and runs the whole loop', async () => {
  const document = join(folder, 'openapi.json');
  await writeFile(document, await (await fetch(`${service.url}/v1/openapi.json`)).text());
  await run(process.execPath, [pathOf('testing/generate-client.ts'), document, join(folder, 'generated')]);
  await copyFile(pathOf('testing/generated-loop.txt'), join(folder, 'loop.ts'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const compiled = await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error);
  expect(compiled.stdout).toBe('');

  const { stdout } = await run(process.execPath, [join(folder, 'loop.ts'), service.url, service.accessToken]);
  expect(JSON.parse(stdout)).toEqual({
    statuses: [201, 201, 200],
    task: { status: 'succeeded', output: 'hello Ada', runCount: 1 },
    state: { value: 2, version: 2 },
    blob: { contentLength: 5, contentType: 'application/octet-stream' },
    listed: [{ id: true, output: 'hello Ada' }],
    missing: 'TaskNotFound',
  });
}, 60_000);
