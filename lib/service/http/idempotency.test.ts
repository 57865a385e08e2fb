import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id: 'task' } });
});
afterAll(() => service.close());

const raise = (key: string, value: unknown = 1) =>
  service.call('POST', '/v1/tasks/task/events/go', {
    token: service.allKey,
    body: { value },
    headers: { 'idempotency-key': key },
  });
const countEvents = async () => {
  const [row] = await service.database<{ count: number }[]>`select count(*) from external_event`;
  return row?.count;
};
/** As a process leaves it that was killed after its change was committed and before its answer was stored. */
const forgetAnswer = () => service.database`update idempotent_answer set sealed_answer = null, sealed_with = null`;

test('an event that is raised again with its key, also at the same time, is there once', async () => {
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => raise('first')));
  expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204, 204, 204]);
  expect(await countEvents()).toBe(1);
  expect(await raise('first', 2)).toMatchObject({ status: 409, body: { code: 'IdempotencyKeyReused' } });
});

test('a process that dies between the change and its answer does not make a retry raise the event twice', async () => {
  const before = await countEvents();
  expect((await raise('killed')).status).toBe(204);
  await forgetAnswer();
  expect((await raise('killed')).status).toBe(204);
  expect(await countEvents()).toBe((before ?? 0) + 1);
});

test('nor start another run: the retry is told how the task is now', async () => {
  await service.call('POST', '/v1/tasks/task/cancel', { token: service.allKey });
  const rerun = () =>
    service.call('POST', '/v1/tasks/task/rerun', { token: service.allKey, headers: { 'idempotency-key': 'again' } });
  expect(await rerun()).toMatchObject({ status: 200, body: { runCount: 2 } });
  await forgetAnswer();
  await service.call('POST', '/v1/tasks/task/cancel', { token: service.allKey });
  expect(await rerun()).toMatchObject({ status: 200, body: { runCount: 2, status: 'cancelled' } });
});

test('a change that failed leaves its key free', async () => {
  const refused = await service.call('POST', '/v1/tasks/task/pause', {
    token: service.allKey,
    headers: { 'idempotency-key': 'free' },
  });
  expect(refused.status).toBe(409);
  const [claims] = await service.database<
    { count: number }[]
  >`select count(*) from idempotent_answer where key = 'free'`;
  expect(claims?.count).toBe(0);
});
