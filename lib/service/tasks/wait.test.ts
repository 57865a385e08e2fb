import { beforeAll, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
let creator = '';
beforeAll(async () => {
  creator = await service.key('tasks/create', 'secrets/use');
});

async function create(body: object = {}, token = creator) {
  const made = await service.call('POST', '/v1/tasks', { token, body: { type: 'test.echo', ...body } });
  expect(made.status, made.text).toBe(201);
  return { id: (made.body as { id: string }).id, completion: made.headers.get('taskdeck-completion') ?? '' };
}
const wait = (id: string, completion: string, token = creator, waitInMs = 0) =>
  service.call('GET', `/v1/tasks/${id}/completion?waitInMs=${waitInMs}&completionToken=${completion}`, { token });

test('the creator needs no scope but that of creating, and only for what it created', async () => {
  const one = await create();
  const other = await create();
  expect(await wait(one.id, one.completion)).toMatchObject({ status: 200, body: { id: one.id, status: 'queued' } });
  const refused = { status: 403, body: { code: 'InsufficientScope' } };
  const stranger = await service.key('tasks/create');
  const forged = one.completion.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const [id, token, caller] of [
    [one.id, other.completion, creator],
    [other.id, one.completion, creator],
    [one.id, one.completion, stranger],
    [one.id, forged, creator],
    [one.id, '', creator],
    [one.id, '1.', creator],
    ['nobody', one.completion, creator],
  ] as const)
    expect(await wait(id, token, caller), `${id} ${token}`).toMatchObject(refused);
  const reader = await service.key('tasks/create', 'tasks/read');
  expect(await wait(one.id, '', reader)).toMatchObject({ status: 200, body: { id: one.id } });
});

test('an answer that is repeated for its key carries the same token', async () => {
  const headers = { 'idempotency-key': 'completion-1' };
  const request = { token: creator, body: { type: 'test.echo' }, headers };
  const [first, second] = [
    await service.call('POST', '/v1/tasks', request),
    await service.call('POST', '/v1/tasks', request),
  ];
  expect(first.headers.get('taskdeck-completion')).toMatch(/^\d+\.[\w-]{43}$/);
  expect(second.headers.get('taskdeck-completion')).toBe(first.headers.get('taskdeck-completion'));
});

test('it answers when the task ends, and a later run does not hide how its first one ended', async () => {
  const { id, completion } = await create();
  const waiting = wait(id, completion, creator, 20_000);
  await service.call('POST', `/v1/tasks/${id}/cancel`, { token: service.allKey });
  expect(await waiting).toMatchObject({ status: 200, body: { status: 'cancelled', runCount: 1 } });
  await service.call('POST', `/v1/tasks/${id}/rerun`, { token: service.allKey, body: { input: { a: 2 } } });
  expect(await wait(id, completion)).toMatchObject({ status: 200, body: { status: 'cancelled', runCount: 1 } });
});

test('a token is of no use for a task that is created under the same id later', async () => {
  const { completion } = await create({ id: 'again' });
  await service.call('DELETE', '/v1/tasks/again?force=true', { token: service.allKey });
  expect(await wait('again', completion)).toMatchObject({ status: 404, body: { code: 'TaskNotFound' } });
  await create({ id: 'again' }, service.allKey);
  expect(await wait('again', completion)).toMatchObject({ status: 404, body: { code: 'TaskNotFound' } });
});

test('who may see secrets and sensitive values sees them here as in the answer to the creation', async () => {
  const path = '/v1/secrets/WAITED';
  await service.call('PUT', path, { token: service.allKey, body: { value: 'its-value' } });
  const body = { input: { key: { $secret: 'WAITED' }, pin: 7 }, sensitive: ['/input/pin'] };
  const blind = await create(body);
  expect((await wait(blind.id, blind.completion)).body).toMatchObject({
    input: { key: { $secret: 'WAITED' }, pin: { $redacted: true } },
  });
  const token = await service.key('tasks/create', 'sensitive/read', 'secrets/read', 'secrets/use');
  const seen = await create(body, token);
  expect((await wait(seen.id, seen.completion, token)).body).toMatchObject({ input: { key: 'its-value', pin: 7 } });
  expect((await wait(blind.id, '', service.allKey)).body).toMatchObject({ input: { key: { $secret: 'WAITED' } } });
  const trail = await service.database<{ detail: string }[]>`
    select detail from audit_record where operation = 'WaitForTask' and detail like '%WAITED%'`;
  expect(trail).toEqual([{ detail: expect.stringContaining(`secrets of task ${seen.id} WAITED`) }]);
  expect(trail[0]?.detail).not.toContain('its-value');
  await service.call('DELETE', path, { token: service.allKey });
  expect((await wait(seen.id, seen.completion, token)).body).toMatchObject({ input: { key: { $secret: 'WAITED' } } });
});

test('a long secret that an input refers to many times stays a reference, so that no answer has gigabytes', async () => {
  const put = { token: service.allKey, body: { value: 'x'.repeat(65_536) } };
  await service.call('PUT', '/v1/secrets/LONG', put);
  const answer = async (count: number) => {
    const input = Array.from({ length: count }, () => ({ $secret: 'LONG' }));
    return service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', input } });
  };
  expect(await answer(2)).toMatchObject({ status: 201, body: { input: [put.body.value, put.body.value] } });
  const { status, body } = await answer(65);
  expect(status).toBe(201);
  expect(Object(body).input[64]).toEqual({ $secret: 'LONG' });
});
