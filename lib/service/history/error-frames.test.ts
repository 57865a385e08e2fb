import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorFrames } from '#contract';
import { type AnyTaskDefinition, type RunningWorker, runWorker } from '#engine';
import { startTestService, type TestService } from '../testing/test-service.ts';

const source = `export function settle() {
  throw new Error('the iban is wrong');
}
`;
/** Each line of the module is the line of its source. */
const map = {
  version: 3,
  sources: ['../src/settle.ts'],
  sourcesContent: [source],
  names: [],
  mappings: 'AAAA;AACA;AACA',
};

let service: TestService;
let worker: RunningWorker;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taskdeck-maps-'));
  await writeFile(join(folder, 'settle.mjs'), source);
  await writeFile(join(folder, 'settle.mjs.map'), JSON.stringify(map));
  const { settle }: { settle: () => null } = await import(pathToFileURL(join(folder, 'settle.mjs')).href);
  const definitions: AnyTaskDefinition[] = [
    { type: 'test.open', run: () => settle() },
    { type: 'test.marked', sensitive: ['/input'], run: () => settle() },
  ];
  service = await startTestService();
  worker = await runWorker({ database: service.database, definitions, sourceMaps: [folder] });
  for (const type of ['open', 'marked']) {
    await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: `test.${type}`, id: type } });
    await service.call('GET', `/v1/tasks/${type}?waitInMs=20000`, { token: service.allKey });
  }
});
afterAll(async () => {
  await worker.stop();
  await service.close();
  await rm(folder, { recursive: true });
});

async function framesOf(id: string, token: string): Promise<ErrorFrames> {
  const { status, body, text } = await service.call('GET', `/v1/tasks/${id}/history/1/error-frames`, { token });
  expect(status, text).toBe(200);
  return body as ErrorFrames;
}

test('places are for who may see the error, source lines for who may read sources', async () => {
  const trusted = await framesOf('open', await service.key('tasks/read', 'sources/read'));
  const original = { file: 'src/settle.ts', line: 2, column: 1, function: 'settle' };
  const lines = source.split('\n');
  expect(trusted.frames[0]).toMatchObject({ isOwn: true, original, source: { firstLine: 1, lines } });
  expect(trusted.hasHiddenSource).toBe(false);
  const { frames, hasHiddenSource } = await framesOf('open', await service.key('tasks/read'));
  expect(frames[0]).toMatchObject({ isOwn: true, original });
  expect(frames.some((frame) => 'source' in frame)).toBe(false);
  expect(hasHiddenSource).toBe(true);
});

test('an error that a sensitive pointer hides has no frames, also for who may read sources', async () => {
  const blind = await service.key('tasks/read', 'sources/read');
  expect(await framesOf('marked', blind)).toEqual({ frames: [], hasHiddenSource: false });
  const seeing = await service.key('tasks/read', 'sources/read', 'sensitive/read');
  expect((await framesOf('marked', seeing)).frames[0]).toMatchObject({ source: { firstLine: 1 } });
});

test('a run that there is not, and a caller who may not read tasks, are refused', async () => {
  const answer = await service.call('GET', '/v1/tasks/open/history/9/error-frames', { token: service.allKey });
  expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('RunNotFound')]);
  const token = await service.key('sources/read');
  expect((await service.call('GET', '/v1/tasks/open/history/1/error-frames', { token })).status).toBe(403);
});
