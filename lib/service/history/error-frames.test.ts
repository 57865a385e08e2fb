import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorFrames } from '#contract';
import { type AnyTaskDefinition, type RunningWorker, runWorker } from '#engine';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { writeMappedModule } from '../../engine/sources/testing.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const source = `export function settle() {
  throw new Error('the iban is wrong');
}
`;
const retry = { maximumAttempts: 2, initialIntervalInMs: 1 };

let service: TestService;
let worker: RunningWorker;
const folder = temporaryFolder('maps');

beforeAll(async () => {
  const { settle }: { settle: () => never } = await import(await writeMappedModule(folder, source));
  const definitions: AnyTaskDefinition[] = [
    { type: 'test.open', run: () => settle() },
    { type: 'test.marked', sensitive: ['/input'], run: () => settle() },
    { type: 'test.steps', run: (ctx) => ctx.step('settle', settle, { retry }) },
    { type: 'test.marked-steps', sensitive: ['/input'], run: (ctx) => ctx.step('settle', settle, { retry }) },
  ];
  service = await startTestService();
  worker = await runWorker({ database: service.database, definitions, sourceMaps: [folder] });
  for (const type of ['open', 'marked', 'steps', 'marked-steps']) {
    await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: `test.${type}`, id: type } });
    await service.call('GET', `/v1/tasks/${type}?waitInMs=20000`, { token: service.allKey });
  }
});
afterAll(async () => {
  await worker.stop();
  await service.close();
});

async function framesOf(id: string, token: string, place = 'error-frames'): Promise<ErrorFrames> {
  const { status, body, text } = await service.call('GET', `/v1/tasks/${id}/history/1/${place}`, { token });
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

describe('the error of a step', () => {
  const ofStep = ['steps/0/error-frames', 'steps/0/error-frames?attempt=1', 'steps/0/error-frames?attempt=2'];

  test.each(ofStep)('has its places, and its lines for who may read sources: %s', async (place) => {
    const original = { file: 'src/settle.ts', line: 2, column: 1, function: 'settle' };
    const trusted = await framesOf('steps', await service.key('steps/read', 'sources/read'), place);
    expect(trusted.frames[0]).toMatchObject({ isOwn: true, original, source: { firstLine: 1 } });
    const { frames, hasHiddenSource } = await framesOf('steps', await service.key('steps/read'), place);
    expect(frames[0]).toMatchObject({ isOwn: true, original });
    expect(frames.some((frame) => 'source' in frame)).toBe(false);
    expect(hasHiddenSource).toBe(true);
  });

  test.each(ofStep)('has no frames when a sensitive pointer hides it: %s', async (place) => {
    const blind = await service.key('steps/read', 'sources/read');
    expect(await framesOf('marked-steps', blind, place)).toEqual({ frames: [], hasHiddenSource: false });
    const seeing = await service.key('steps/read', 'sources/read', 'sensitive/read');
    expect((await framesOf('marked-steps', seeing, place)).frames[0]).toMatchObject({ source: { firstLine: 1 } });
  });

  test('is refused for a step and an attempt that there are not, and without steps/read', async () => {
    const ask = async (place: string, token = service.allKey) => {
      const { status, text } = await service.call('GET', `/v1/tasks/steps/history/1/${place}`, { token });
      return [status, text];
    };
    expect(await ask('steps/7/error-frames')).toEqual([404, expect.stringContaining('StepNotFound')]);
    const noAttempt = expect.stringContaining('step 0 has no attempt 3; it has 2');
    expect(await ask('steps/0/error-frames?attempt=3')).toEqual([404, noAttempt]);
    expect(await ask('steps/0/error-frames?attempt=0')).toEqual([400, expect.stringContaining('attempt')]);
    const token = await service.key('tasks/read', 'sources/read');
    expect((await ask('steps/0/error-frames', token))[0]).toBe(403);
  });
});
