import { beforeAll, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
let blind = '';
let sighted = '';
beforeAll(async () => {
  blind = await service.key('tasks/read', 'tasks/update');
  sighted = await service.key('tasks/read', 'tasks/update', 'steps/read');
});

const selection = { filter: { step: 'charge' } };
const forked = { action: { kind: 'fork', fromStep: 'charge' }, selection: { filter: { type: ['x'] } } };
test.for([
  ['GET', '/v1/tasks?step=charge', undefined],
  ['GET', '/v1/tasks?minimumStepTimeInMs=10', undefined],
  ['GET', '/v1/tasks?maximumStepTimeInMs=10', undefined],
  ['GET', '/v1/task-comparison?type=x&step=charge', undefined],
  ['GET', '/v1/task-durations?measure=stepTime', undefined],
  ['GET', '/v1/task-durations?step=charge', undefined],
  ['POST', '/v1/bulk-previews', { action: { kind: 'pause' }, selection }],
  ['POST', '/v1/bulk-operations', { action: { kind: 'pause' }, selection }],
  ['POST', '/v1/bulk-previews', forked],
  ['POST', '/v1/bulk-operations', forked],
] as const)('%s %s asks about steps, which needs the scope to read them', async ([method, path, body]) => {
  expect(await service.call(method, path, { token: blind, body })).toMatchObject({
    status: 403,
    body: { code: 'InsufficientScope', detail: expect.stringContaining('steps/read') },
  });
  expect((await service.call(method, path, { token: sighted, body })).status).toBeLessThan(300);
});

test('a count of such a view is unknown to who may not read steps, and the others are counted', async () => {
  const lists = ['step=charge', 'type=x'].map((query) => ({ list: 'tasks', query }));
  const count = async (token: string) =>
    (await service.call('POST', '/v1/match-counts', { token, body: { lists } })).body;
  const none = { count: 0, hasMore: false };
  expect(await count(blind)).toEqual({ counts: [{ hasMore: true }, none] });
  expect(await count(sighted)).toEqual({ counts: [none, none] });
});
