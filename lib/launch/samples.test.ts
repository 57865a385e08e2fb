import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { createEngine } from '#engine';
import { sampleTasks, sampleTypes } from '#samples';
import { startWorker } from '#worker';
import { started } from '../contract/testing/started.ts';
import { temporaryFolder } from '../contract/testing/temporary-folder.ts';
import { builtInTypes } from '../worker/built-in/index.ts';
import { claimInstance } from './instance.ts';

vi.setConfig({ testTimeout: 60_000 }); // starts processes, on a machine that may be busy

const database = started(createTestDatabase, 'drop');
/** A data folder without a running instance. */
const nowhere = temporaryFolder('nowhere');

/** Runs `npm run samples` with this environment. */
function loadSamples(environment: Record<string, string>): Promise<{ code: unknown; text: string }> {
  const unset = { DATABASE_URL: '', TASKDECK_API_KEY: '', TASKDECK_PASSWORD: '', TASKDECK_DATA: nowhere };
  const env = { ...process.env, ...unset, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, ['lib/launch/main.ts', 'samples'], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, text: stdout + stderr }),
    );
  });
}

test.concurrent('without a worker that serves the samples, the command says which one does', async () => {
  const { code, text } = await loadSamples({ DATABASE_URL: database.url });
  expect([code, text]).toEqual([1, expect.stringContaining('npm run worker -- ./lib/samples/index.ts')]);
});

test.concurrent('where nothing runs, the command says what to start', async () => {
  const { code, text } = await loadSamples({});
  expect([code, text]).toEqual([1, expect.stringContaining('Run "npm start" first')]);
});

test.concurrent('a service that refuses the key is named in one sentence', async () => {
  const service = { TASKDECK_API_KEY: 'k', TASKDECK_SERVICE_URL: 'http://127.0.0.1:1' };
  const { code, text } = await loadSamples(service);
  expect([code, text]).toEqual([1, expect.stringMatching(/^\nThe samples were not loaded: [^\n]+\n\n$/)]);
});

test.concurrent('on the data folder of a start it needs nothing else', async () => {
  const own = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'taskdeck-start-'));
  const definitions = [...builtInTypes(), ...sampleTypes];
  const worker = await startWorker({ databaseUrl: own.url, definitions });
  const claim = await claimInstance(folder, () => {});
  await claim.publish({ databaseUrl: own.url });
  const { code, text } = await loadSamples({ TASKDECK_DATA: folder });
  const count = sampleTasks(new Date()).length;
  expect([code, text]).toEqual([0, `${count} sample tasks created, 17 sample entries saved.\n`]);
  const engine = createEngine(own.database);
  const created = await engine.listTasks({ tag: ['sample=true'], orderBy: 'createdOn asc', maxPageSize: 100 });
  expect(created.value.filter(({ type }) => type !== 'sample.video.segment')).toHaveLength(count + 1);
  await engine.close();
  await claim.release();
  await worker.stop();
  await own.drop();
  await rm(folder, { recursive: true, force: true });
});
