import { expect, test } from 'vitest';
import { limits } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: service.allKey, ...(body !== undefined && { body }) });

test('an event that a run has no room for is refused, for it alone', async () => {
  const most = limits.unconsumedEvents;
  const reason = `the run has ${most} events that it has not consumed, the limit (unconsumedEvents) is ${most}`;
  await call('POST', '/v1/tasks', { type: 'test.echo', id: 'few' });
  await call('POST', '/v1/tasks', { type: 'test.echo', id: 'full' });
  await service.owner`
    insert into external_event (task_key, name, data, raised_by, run_count)
    select key, 'unread', '1', 'ada', 1 from task, generate_series(1, ${most}) where id = 'full'`;
  const refused = await call('POST', '/v1/tasks/full/events/go', { value: 1 });
  expect([refused.status, refused.body]).toEqual([
    400,
    expect.objectContaining({ code: 'LimitExceeded', detail: reason }),
  ]);
  expect((await call('POST', '/v1/tasks/none/events/go', { value: 1 })).status).toBe(404);
  expect((await call('GET', '/v1/limits')).body).toMatchObject({ unconsumedEvents: most });

  const request = { action: { kind: 'raiseEvent', name: 'go', value: 1 }, selection: { ids: ['few', 'full'] } };
  const { id } = (await call('POST', '/v1/bulk-operations', request)).body as { id: string };
  const done = { status: 'completed', succeeded: 1, refused: 1 };
  await expect.poll(async () => (await call('GET', `/v1/bulk-operations/${id}`)).body).toMatchObject(done);
  const causes = (await call('GET', `/v1/bulk-operations/${id}/causes`)).body;
  expect(causes).toMatchObject({ value: [{ code: 'LimitExceeded', message: reason, exampleTaskId: 'full' }] });
  const names = async (task: string) => {
    const { body } = await call('GET', `/v1/events?taskId=${task}&name=go`);
    return (body as { value: unknown[] }).value.length;
  };
  expect([await names('few'), await names('full')]).toEqual([1, 0]);
});
