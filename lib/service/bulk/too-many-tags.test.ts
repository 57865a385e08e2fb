import { expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: service.allKey, ...(body !== undefined && { body }) });
const tagged = (name: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, '1']));

test('a task that would have too many tags is refused, in the preview too', async () => {
  await call('POST', '/v1/tasks', { type: 'test.echo', id: 'few', tags: tagged('a', 2) });
  await call('POST', '/v1/tasks', { type: 'test.echo', id: 'many', tags: tagged('a', 40) });
  const request = { action: { kind: 'update', tags: tagged('b', 30) }, selection: { ids: ['few', 'many'] } };
  const reason = 'it would have more tags than the limit (tagsPerTask) of 64';
  const preview = await call('POST', '/v1/bulk-previews', request);
  expect(preview.body).toMatchObject({ total: 2, refused: [{ reason, count: 1 }] });

  const { id } = (await call('POST', '/v1/bulk-operations', request)).body as { id: string };
  const done = { status: 'completed', succeeded: 1, refused: 1 };
  await expect.poll(async () => (await call('GET', `/v1/bulk-operations/${id}`)).body).toMatchObject(done);
  const causes = (await call('GET', `/v1/bulk-operations/${id}/causes`)).body;
  expect(causes).toMatchObject({ value: [{ code: 'LimitExceeded', message: reason, exampleTaskId: 'many' }] });
  const counts = ['few', 'many'].map(async (task) => {
    const { tags } = (await call('GET', `/v1/tasks/${task}`)).body as { tags: object };
    return Object.keys(tags).length;
  });
  expect(await Promise.all(counts)).toEqual([32, 40]);

  const tooMany = { ...request, action: { kind: 'update', tags: tagged('c', 65) } };
  const { status, text } = await call('POST', '/v1/bulk-previews', tooMany);
  expect([status, text]).toEqual([400, expect.stringContaining('sets 65 tags, the limit (tagsPerTask) is 64')]);
});
