import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../contract/testing/temporary-folder.ts';
import { readConfig } from './config.ts';
import { defineTask } from './define-task.ts';
import { loadDefinitions, uniqueDefinitions } from './load-definitions.ts';

const folder = temporaryFolder('task-module');
const DATABASE_URL = 'postgres://ada:secret@localhost/taskdeck';

test('everything but the database has a default', () => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({
    slots: 500,
    queues: ['default'],
    taskModules: [],
    leaseInMs: 15_000,
    blobs: { store: 'file' },
    maximumBlobBytes: 5 * 2 ** 30,
  });
  expect(
    readConfig({ DATABASE_URL, TASKDECK_WORKER_SLOTS: '8', TASKDECK_WORKER_QUEUES: 'a, b', TASKDECK_TASKS: './x.ts' }),
  ).toMatchObject({ slots: 8, queues: ['a', 'b'], taskModules: ['./x.ts'], sourceMaps: [] });
  expect(readConfig({ DATABASE_URL, TASKDECK_SOURCE_MAPS: './dist, ./other/b.js.map' })).toMatchObject({
    sourceMaps: ['./dist', './other/b.js.map'],
  });
});

test.each([
  [{}, 'DATABASE_URL is not set'],
  [
    { DATABASE_URL: 'mysql://ada:secret@host' },
    'DATABASE_URL (a value of 23 characters) cannot be used; allowed: the URL of a PostgreSQL',
  ],
  [
    { DATABASE_URL, TASKDECK_WORKER_SLOTS: 'many' },
    'TASKDECK_WORKER_SLOTS is "many"; allowed: a whole number from 1 to 10000',
  ],
  [{ DATABASE_URL, TASKDECK_WORKER_LEASE_MS: '5' }, 'TASKDECK_WORKER_LEASE_MS is "5"'],
  [{ DATABASE_URL, TASKDECK_WORKER_QUEUES: 'a b' }, 'TASKDECK_WORKER_QUEUES is "a b"'],
  [{ DATABASE_URL, TASKDECK_BLOB_STORE: 'tape' }, 'TASKDECK_BLOB_STORE is "tape"'],
  [{ DATABASE_URL, TASKDECK_HTTP_ALLOW: '10.0.0.0/33' }, 'TASKDECK_HTTP_ALLOW holds "10.0.0.0/33", which is not'],
  [{ DATABASE_URL, TASKDECK_SECRETS_KEY: 'short' }, 'TASKDECK_SECRETS_KEY (a value of 5 characters) cannot be used'],
])('a bad value stops the start with a sentence: %j', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
});

test('modules are loaded by path, and named when they are missing or hold no task', async () => {
  const loaded = await loadDefinitions(['./lib/worker/testing/witnessed-tasks.ts']);
  expect(loaded.map(({ type }) => type).toSorted()).toEqual(['held', 'witnessed']);
  await expect(loadDefinitions(['./nowhere.ts'])).rejects.toThrow('the task module "./nowhere.ts" could not be loaded');
  await expect(loadDefinitions(['./lib/worker'])).rejects.toThrow('the task module "./lib/worker" is a folder');
  await expect(loadDefinitions(['./lib/worker/config.ts'])).rejects.toThrow('exports no task definition');
});

test.each([
  ['syntax', 'const one = 1;\nconst two = ;', /could not be loaded: .* \(at .*broken\.ts:2\)$/],
  [
    'an error at its top',
    "\nthrow new Error('a', { cause: 'b' });",
    /could not be loaded: a: b \(at .*broken\.ts:2:7\)$/,
  ],
])('a module that cannot be loaded is named with the place and the causes: %s', async (_, text, sentence) => {
  const broken = join(folder, 'broken.ts');
  await writeFile(broken, text);
  const loader = new URL('load-definitions.ts', import.meta.url).href;
  const load = `const { loadDefinitions } = await import('${loader}');
    await loadDefinitions([${JSON.stringify(broken)}]).catch((error) => console.log(error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', load]); // Node.js itself loads it
  expect(stdout.trim()).toMatch(sentence);
});

test('a type has one definition, and a name', () => {
  const one = defineTask({ type: 'a', run: () => 1 });
  expect(uniqueDefinitions([one, one])).toHaveLength(1);
  expect(() => uniqueDefinitions([one, { ...one }])).toThrow('"a" is defined twice');
  expect(() => defineTask({ type: 'has space', run: () => 1 })).toThrow('"has space"');
  for (const pointer of ['/headers/x', '/steps', 'input', ''])
    expect(() => defineTask({ type: 'a', sensitive: [pointer], run: () => 1 })).toThrow(`pointer "${pointer}"`);
  for (const name of ['', 'a b', '..', 'x'.repeat(129)])
    expect(() => defineTask({ type: 'a', childSecrets: [name], run: () => 1 })).toThrow(
      `${JSON.stringify(name)} in childSecrets`,
    );
  expect(defineTask({ type: 'a', sensitive: ['/error', '/input', '/steps/s/x'], run: () => 1 }).sensitive).toHaveLength(
    3,
  );
});
