import { beforeAll, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { registerType } from '../../engine/testing/engine-fixture.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: service.allKey, ...(body !== undefined && { body }) });
const raise = (id: string, name: string, value: unknown) =>
  call('POST', `/v1/tasks/${id}/events/${encodeURIComponent(name)}`, { value });
const raisedOn = async (id: string) => {
  const { body } = await call('GET', `/v1/events?taskId=${id}`);
  return (body as { value: { data: { value: unknown } }[] }).value.map(({ data }) => data.value);
};

const reason = expect.stringMatching(
  /^the data is not that of an event "approval" as the task's type declares it: \/value\/approved /,
);

beforeAll(async () => {
  const approved = { type: 'object', properties: { approved: { type: 'boolean' }, by: { enum: ['ada', 'bob'] } } };
  const events = { approval: { ...approved, required: ['approved'] }, 'odd/name': { type: 'number' } };
  await registerType(service.owner, 'declaring', { events, sensitive: ['/events/approval/by'] });
  await registerType(service.owner, 'silent');
  for (const [id, type] of [
    ['one', 'declaring'],
    ['two', 'declaring'],
    ['other', 'silent'],
  ])
    await call('POST', '/v1/tasks', { id, type });
});

test('an event with other data than its type declares is refused, with where it is wrong, and not kept', async () => {
  const refused = await raise('one', 'approval', { approved: 'yes' });
  expect([refused.status, refused.body]).toEqual([
    400,
    expect.objectContaining({
      code: 'InvalidRequest',
      detail: reason,
      errors: [expect.objectContaining({ pointer: '/value/approved' })],
    }),
  ]);
  expect(refused.text, 'who may raise an event need not see the task').not.toContain('declaring');
  expect((await raise('one', 'odd/name', 'text')).status).toBe(400);
  expect(await raisedOn('one')).toEqual([]);
  expect((await raise('one', 'approval', { approved: true })).status).toBe(204);
  expect(await raisedOn('one')).toEqual([{ approved: true }]);
});

test('the refusal quotes no hidden value', async () => {
  const refused = await raise('one', 'approval', { approved: true, by: 'mallory' });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('/value/by');
  expect(refused.text).not.toContain('mallory');
});

test('an event that the type does not declare has any data, on a task that is not there none', async () => {
  expect((await raise('two', 'note', { anything: 1 })).status).toBe(204);
  expect((await raise('other', 'approval', 'any')).status).toBe(204);
  expect((await raise('none', 'approval', 'any')).status).toBe(404);
});

test('an operation refuses the tasks whose types declare other data, and says so beforehand', async () => {
  const action = { kind: 'raiseEvent', name: 'approval', value: { approved: 'mallory' } };
  const selection = { ids: ['one', 'two', 'other'] };
  const preview = (await call('POST', '/v1/bulk-previews', { action, selection })).body;
  expect(preview).toMatchObject({ total: 3, refused: [{ reason, count: 2 }] });
  const { id } = (await call('POST', '/v1/bulk-operations', { action, selection })).body as { id: string };
  const done = { status: 'completed', succeeded: 1, refused: 2 };
  await expect.poll(async () => (await call('GET', `/v1/bulk-operations/${id}`)).body).toMatchObject(done);
  const causes = await call('GET', `/v1/bulk-operations/${id}/causes`);
  expect(causes.body).toMatchObject({ value: [{ code: 'InvalidRequest', message: reason }] });
  expect(causes.text).not.toContain('mallory');
  expect(await raisedOn('two')).toEqual([{ anything: 1 }]);
});
