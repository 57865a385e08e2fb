import { expect, test } from 'vitest';
import { TaskClient } from '../index.ts';
import { json, problem, reset, startLocalServer } from '../testing/local-server.ts';

test('logs what was sent and what came of it, and never a body, a token or what someone typed', async () => {
  await using server = await startLocalServer(problem(400, 'InvalidRequest'), reset);
  const lines: Record<string, unknown>[] = [];
  const note = (fields: Readonly<Record<string, unknown>>) => void lines.push({ ...fields });
  const client = new TaskClient(
    server.url,
    { key: 'top-secret' },
    { logger: { debug: note, warn: note }, retry: { maximumRetries: 0 } },
  );
  await client.signInAsync({ email: 'a@b', password: 'top-secret' }).catch(() => {});
  await client
    .listTasksAsync({ search: 'top-secret', status: ['failed'] })
    .next()
    .catch(() => {});
  expect(lines).toMatchObject([
    {
      operation: 'SignIn',
      method: 'POST',
      url: `${server.url}/v1/sign-in`,
      status: 400,
      requestId: expect.any(String),
    },
    { operation: 'ListTasks', url: `${server.url}/v1/tasks?search=REDACTED&status=failed`, error: 'RestError' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('top-secret');
});

test('what went wrong at the service is a warning, all else is for whoever looks closely', async () => {
  await using server = await startLocalServer(
    json(200, '{}'),
    problem(404, 'TaskNotFound'),
    problem(500, 'InternalError'),
    problem(503, 'ServiceUnavailable'),
    reset,
  );
  const levels: string[] = [];
  const logger = { debug: () => void levels.push('debug'), warn: () => void levels.push('warn') };
  const client = new TaskClient(server.url, { key: 'k' }, { logger, retry: { maximumRetries: 0 } });
  for (let call = 0; call < 5; call++) await client.getTaskAsync('t').catch(() => {});
  expect(levels).toEqual(['debug', 'debug', 'warn', 'warn', 'warn']);
});

test('a logger that throws fails no call, and hides no error', async () => {
  await using server = await startLocalServer(json(200, '{}'), problem(404, 'TaskNotFound'), reset);
  const told: string[] = [];
  const fail = (_: unknown, message: string) => {
    told.push(message);
    throw new Error('the disk of the log is full');
  };
  const options = { logger: { debug: fail, warn: fail }, retry: { maximumRetries: 0 } };
  const client = new TaskClient(server.url, { key: 'k' }, options);
  expect(await client.getTaskAsync('t')).toEqual({});
  await expect(client.getTaskAsync('t')).rejects.toMatchObject({ code: 'TaskNotFound' });
  await expect(client.getTaskAsync('t')).rejects.toMatchObject({ code: 'ConnectionFailed' });
  expect(told).toEqual(['request answered', 'request answered', 'request failed']);
});
