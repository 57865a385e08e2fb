import { setTimeout as delay } from 'node:timers/promises';
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
const forgetAnswer = () =>
  service.database`update idempotent_answer set sealed_answer = null, sealed_with = null, claimed_on = now() - interval '10 seconds'`;

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

test('a retry that comes between the change and its answer waits for that answer', async () => {
  const { database } = service;
  expect((await raise('between')).status).toBe(204);
  const [kept] = await database<{ sealed_answer: Buffer; sealed_with: string }[]>`
    select sealed_answer, sealed_with from idempotent_answer where key = 'between'`;
  await database`update idempotent_answer set sealed_answer = null, sealed_with = null, claimed_on = now() where key = 'between'`;
  const before = await countEvents();
  let isAnswered = false;
  const retry = raise('between').finally(() => {
    isAnswered = true;
  });
  await delay(400);
  expect(isAnswered).toBe(false);
  await database`
    update idempotent_answer set sealed_answer = ${kept?.sealed_answer ?? null}, sealed_with = ${kept?.sealed_with ?? null}
    where key = 'between'`;
  expect((await retry).status).toBe(204);
  expect(await countEvents()).toBe(before);
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
