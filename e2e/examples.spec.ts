import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { inProject, projectFolder, projectNode } from '../lib/launch/project.mjs';
import { mainProgram, programsOf } from '../lib/launch/testing/page-programs.ts';
import { builtInTypes } from '../lib/worker/built-in/index.ts';
import { createAdminClient } from './people.ts';
import { currentStack } from './stack.ts';

const run = promisify(execFile);

/** A reader's folder inside the project: writes the programs of a page there, and runs them against the stack. */
type Reader = AsyncDisposable & {
  folder: string;
  write(page: string): Promise<void>;
  /** Resolves with what the program printed. */
  run(program: string, env: Record<string, string>): Promise<string>;
};

async function openFolder(): Promise<Reader> {
  const { serviceUrl } = currentStack();
  await mkdir(inProject('.data'), { recursive: true });
  const folder = await mkdtemp(inProject('.data/examples-'));
  return {
    folder,
    async write(page) {
      for (const [name, text] of await programsOf(page)) {
        const atThisPort = text.replaceAll('http://127.0.0.1:7700', serviceUrl);
        await writeFile(join(folder, name), atThisPort);
      }
    },
    async run(program, env) {
      const options = { cwd: folder, env: { ...process.env, FORCE_COLOR: '0', ...env } };
      return (await run(projectNode, [program], options)).stdout;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** An API key, made as the client's page says. */
async function makeKey(reader: Reader): Promise<string> {
  await reader.write('docs/client.md');
  return (await reader.run('make-key.ts', { TASKDECK_PASSWORD: currentStack().adminPassword })).trim();
}

test('a task type of the README is served beside npm start and does what it says', async () => {
  await using reader = await openFolder();
  const key = await makeKey(reader);
  await reader.write('README.md');
  await writeFile(join(reader.folder, 'invoice.pdf'), '%PDF-1.7 an invoice');
  await using _worker = await startWorker(join(reader.folder, 'my-tasks.ts'));
  const printed = await reader.run(mainProgram, { TASKDECK_API_KEY: key });
  expect(printed).toMatch(/^succeeded \{ chargeId: 'charge-\S+' \}\nalone \d+ false\n$/);
  const client = await createAdminClient(currentStack());
  const { content } = await client.getStateClient().getBlobStateContentAsync('orders', 'A-1');
  expect(await content.text()).toBe('%PDF-1.7 an invoice');

  const workers = [];
  for await (const each of client.listWorkersAsync()) workers.push(each);
  const own = workers.filter(({ types }) => types.includes('order.fulfil'));
  const builtIn = builtInTypes().map(({ type }) => type);
  expect(own.map(({ types }) => types.toSorted())).toEqual([[...builtIn, 'order.fulfil'].toSorted()]);
});

test('the examples of the client run against a fresh start', async () => {
  await using reader = await openFolder();
  const key = await makeKey(reader);
  await reader.write('docs/client.md');
  await writeFile(join(reader.folder, 'report.csv'), 'a,b\n1,2\n');
  const printed = await reader.run(mainProgram, { TASKDECK_API_KEY: key });
  expect(printed).toMatch(/^succeeded \{ approved: true \}\n3\n/);
  expect(printed).toContain("[ { prefix: 'eu/', entryCount: 1");
  expect(printed).toMatch(/a,b\n1,2\n\n$/);
  expect(await readFile(join(reader.folder, 'copy.csv'), 'utf8')).toBe('a,b\n1,2\n');
});

test('the recipes of the cookbook run against a fresh start', async () => {
  await using reader = await openFolder();
  const key = await makeKey(reader);
  await reader.write('docs/cookbook.md');
  const film = Buffer.alloc(3_000_000, 7);
  await writeFile(join(reader.folder, 'film.mov'), film);
  const printed = (await reader.run(mainProgram, { TASKDECK_API_KEY: key })).split('\n');
  expect(printed).toEqual(expect.arrayContaining(['succeeded { approved: true }', '{ balance: 7 }', '16', '3', 'ada']));
  expect(printed).toContainEqual(expect.stringMatching(/^alone \d+ false$/));
  expect(film.equals(await readFile(join(reader.folder, 'film-copy.mov')))).toBe(true);
});

/** `npm run worker -- <module>` on the data folder of the stack. Disposing stops it. */
async function startWorker(module: string): Promise<AsyncDisposable> {
  const args = [inProject('lib/launch/main.ts'), 'worker', `./${relative(projectFolder, module)}`];
  const child = spawn(projectNode, args, {
    cwd: projectFolder,
    env: { ...process.env, TASKDECK_DATA: currentStack().dataFolder, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close');
  const isReady = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (output.includes('The worker is ready')) resolve();
      });
  });
  await Promise.race([isReady, ended.then(() => Promise.reject(new Error(`the worker ended: ${output}`)))]);
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
