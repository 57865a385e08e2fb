import { beforeAll, expect, test } from 'vitest';
import { parseJson } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
let token = '';
beforeAll(async () => {
  token = service.allKey;
});

const create = (body: object, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/tasks', { token, body: { type: 'test.echo', ...body }, headers });

test('a created task is at its Location, with its entity tag, and its numbers exact', async () => {
  const raw =
    '{"type":"test.echo","id":"exact","input":{"big":9007199254740993,"long":0.1000000000000000055511151231257827}}';
  const made = await service.call('POST', '/v1/tasks', { token, raw });
  expect(made.status).toBe(201);
  expect(made.headers.get('location')).toBe('/v1/tasks/exact');
  const read = await service.call('GET', '/v1/tasks/exact', { token });
  expect(read.headers.get('etag')).toBe((read.body as { etag: string }).etag);
  expect(read.text).toContain('"big":9007199254740993');
  expect(read.text).toContain('"long":0.1000000000000000055511151231257827');
  expect(parseJson(read.text)).toMatchObject({ input: { big: 9007199254740993n } });
});

test('a retried creation makes one task and answers the same; another body is refused', async () => {
  const headers = { 'idempotency-key': 'order-1' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => create({ input: { order: 1 } }, headers)));
  expect(new Set(answers.map((answer) => (answer.body as { id: string }).id)).size).toBe(1);
  expect(answers.every((answer) => answer.status === 201)).toBe(true);
  expect(await create({ input: { order: 2 } }, headers)).toMatchObject({
    status: 409,
    body: { code: 'IdempotencyKeyReused' },
  });
  const other = await service.key('tasks/create');
  const theirs = await service.call('POST', '/v1/tasks', { token: other, body: { type: 'test.echo' }, headers });
  expect(theirs.status).toBe(201);
});

test('If-Match decides on change and deletion; on what is not there it fails', async () => {
  const { etag } = (await create({ id: 'matched' })).body as { etag: string };
  const patch = (ifMatch: string, id = 'matched') =>
    service.call('PATCH', `/v1/tasks/${id}`, { token, body: { name: 'New' }, headers: { 'if-match': ifMatch } });
  expect(await patch('"other"')).toMatchObject({ status: 412, body: { code: 'PreconditionFailed' } });
  const changed = await patch(etag);
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(etag);
  expect((await patch(etag)).status).toBe(412);
  expect((await patch('*')).status).toBe(200);
  expect((await patch('*', 'nobody')).status).toBe(412);
  expect((await patch('unquoted')).status).toBe(400);
  const remove = (path: string, headers: Record<string, string> = {}) =>
    service.call('DELETE', `/v1/tasks/${path}`, { token, headers });
  expect((await remove('nobody')).status).toBe(204);
  expect((await remove('nobody', { 'if-match': '"1"' })).status).toBe(412);
  expect(await remove('matched')).toMatchObject({ status: 409, body: { code: 'TaskIsActive' } });
  expect((await remove('matched?force=true')).status).toBe(204);
  expect((await service.call('GET', '/v1/tasks/matched', { token })).status).toBe(404);
});

test('nextLink is absolute, carries the filters, and names the host that the caller addressed', async () => {
  await Promise.all(Array.from({ length: 5 }, (_, index) => create({ tags: { page: 'yes' }, name: `n${index}` })));
  const first = await service.call('GET', '/v1/tasks?tag=page%3Dyes&maxPageSize=2', { token });
  const { nextLink = '', value } = first.body as { nextLink?: string; value: unknown[] };
  expect(value).toHaveLength(2);
  expect(nextLink).toMatch(new RegExp(`^${service.url}/v1/tasks\\?tag=page%3Dyes&maxPageSize=2&continuationToken=`));
  const second = await service.call('GET', nextLink.slice(service.url.length), { token });
  expect((second.body as { value: unknown[] }).value).toHaveLength(2);
});

test('lists carry input and output of tasks and runs only when asked', async () => {
  await create({ id: 'valued', input: { n: 1 }, tags: { valued: 'yes' } });
  await service.call('PATCH', '/v1/tasks/valued', { token, body: { input: { n: 2 } } });
  await service.call('POST', '/v1/tasks/valued/cancel', { token });
  await service.database`
    update run set output = '{"n": 3}' where task_key = (select key from task where id = 'valued')`;
  const listed = async (path: string) => {
    const { value } = (await service.call('GET', path, { token })).body as { value: Record<string, unknown>[] };
    return value.map(({ input, output }) => ({ input, output }));
  };
  const [input, output] = [{ n: 2 }, { n: 3 }];
  for (const [list, given] of [
    ['/v1/tasks?tag=valued%3Dyes', input],
    ['/v1/tasks/valued/history?maxPageSize=5', { n: 1 }],
  ] as const) {
    expect(await listed(list)).toEqual([{}]);
    expect(await listed(`${list}&includeInput=true`)).toEqual([{ input: given }]);
    expect(await listed(`${list}&includeOutput=true&includeInput=false`)).toEqual([{ output }]);
    expect(await listed(`${list}&includeInput=true&includeOutput=true`)).toEqual([{ input: given, output }]);
  }
});

test('a long poll answers when the task ends, and when its time is over', async () => {
  await create({ id: 'awaited' });
  const poll = (waitInMs: number) => service.call('GET', `/v1/tasks/awaited?waitInMs=${waitInMs}`, { token });
  expect((await poll(20)).body).toMatchObject({ status: 'queued' });
  const waiting = poll(20_000);
  await service.call('POST', '/v1/tasks/awaited/cancel', { token });
  expect((await waiting).body).toMatchObject({ status: 'cancelled' });
});

test('an illegal move names both states; an unknown task is 404', async () => {
  await create({ id: 'moved' });
  const resumed = await service.call('POST', '/v1/tasks/moved/resume', { token });
  expect(resumed).toMatchObject({ status: 409, body: { code: 'InvalidTransition' } });
  expect(await service.call('POST', '/v1/tasks/nobody/cancel', { token })).toMatchObject({
    status: 404,
    body: { code: 'TaskNotFound' },
  });
  expect(await create({ type: 'test.ehco' })).toMatchObject({ status: 400, body: { code: 'UnknownTaskType' } });
  expect(await create({ id: 'moved' })).toMatchObject({ status: 409, body: { code: 'TaskAlreadyExists' } });
});
