import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#database/testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function loadSamples(environment: Record<string, string>): Promise<{ code: unknown; text: string }> {
  const unset = { DATABASE_URL: '', TASKDECK_API_KEY: '', TASKDECK_PASSWORD: '' };
  const env = { ...process.env, ...unset, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, ['lib/launch/samples.ts'], { env }, (error, stdout, stderr) =>
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
