import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JsonValue, taskConfig } from '#contract';
import { createTestDatabase } from '#database/testing';
import { createEngine, type Engine, parseHttpAllow, parseSecretsKey, setSecret } from '#engine';
import { listen } from '../../contract/testing/listen.ts';
import { started } from '../../contract/testing/started.ts';
import { type RunningWorker, startWorker } from '../index.ts';
import { builtInTypes } from './index.ts';

const value = 'hook-value-4711';
/** Parts of the value, and of its base64. */
const parts = ['hook-', '4711', 'aG9v', 'rLXZhbHVl'];
const servers: Server[] = [];
const stolen: string[] = [];
const fresh = started(createTestDatabase, 'drop');
let engine: Engine;
let worker: RunningWorker;
let friend = '';
let thief = '';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  const port = await listen(server);
  return `127.0.0.1:${port}`;
}

beforeAll(async () => {
  engine = createEngine(fresh.database);
  friend = await serve(({ headers, url }, response) => {
    const echo = Buffer.from(`you sent ${headers.authorization}`).toString('base64');
    const status = url?.startsWith('/refuse') ? 400 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ echo: headers.authorization, padding: 'x'.repeat(245), again: value, base64: echo }));
  });
  thief = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    stolen.push(JSON.stringify([request.url, request.headers, body]));
    response.end();
  });
  const secretsKey = parseSecretsKey(randomBytes(32).toString('base64'));
  if (secretsKey === undefined) throw new Error('no key');
  await setSecret(fresh.database, secretsKey, { name: 'HOOK', value, hosts: [friend] }, { name: 'ada' });
  const url = { name: 'WHOLE', value: `http://${friend}/refuse?key=4711`, hosts: [friend] };
  await setSecret(fresh.database, secretsKey, url, { name: 'ada' });
  const definitions = builtInTypes(parseHttpAllow('127.0.0.1'));
  worker = await startWorker({ databaseUrl: fresh.url, definitions, secretsKey });
});
afterAll(async () => {
  await worker.stop();
  await engine.close();
  for (const server of servers) server.close();
});

async function run(type: string, input: JsonValue) {
  const config = taskConfig.parse({ type, input, retry: { maximumAttempts: 1 } });
  const { task } = await engine.createTask(config, { name: 'ada', usesSecrets: true });
  return engine.waitForTask(task.id, 10_000);
}
const headers = { authorization: { $secret: 'HOOK' } };

test('a secret reaches its host, and an answer that repeats it is stored without it', async () => {
  const task = await run('http.request', { url: `http://${friend}/`, headers });
  expect(task).toMatchObject({ status: 'succeeded', output: { body: { echo: '***', again: '***' } } });
  const refused = await run('http.request', { url: `http://${friend}/refuse`, headers });
  expect(refused.error?.message).toMatch(/"again":"\*\*\*/);
  const whole = await run('http.request', { url: { $secret: 'WHOLE' } });
  expect(whole.error?.message).toMatch(/^GET \*\*\* answered 400/);
  for (const text of [JSON.stringify(task), JSON.stringify(refused)])
    for (const part of parts) expect(text).not.toContain(part);
});

test('a workflow does not send it elsewhere, neither from its input nor from the answer that repeats it', async () => {
  const steps = (last: JsonValue) => ({ steps: [{ name: 'ask', http: { url: `http://${friend}/`, headers } }, last] });
  const where = { $text: ['http://', thief, '/?from='] };
  const direct = await run('workflow', steps({ name: 'send', http: { url: where, headers } }));
  expect(direct.status).toBe('failed');
  expect(direct.error?.message).toBe(`there is no secret "HOOK" that may be sent to ${thief}`);
  expect(stolen).toEqual([]);
  const echoed = await run(
    'workflow',
    steps({ name: 'send', http: { method: 'POST', url: where, body: { $result: 'ask', at: '/body' } } }),
  );
  expect(echoed.status).toBe('succeeded');
  expect(stolen).toEqual([expect.stringContaining('***')]);
  for (const part of parts) expect(stolen.join()).not.toContain(part);
});

test('a workflow hides its copies of what its task hides, and its wait has the name of its step', async () => {
  const fields = { by: { $result: 'approval', at: '/by' }, at: { $result: 'approval', at: '/at' } };
  const input = {
    steps: [
      { name: 'approval', waitForEvent: { name: 'approved' } },
      { name: 'note', log: { message: 'approved', fields } },
      { name: 'private', log: { message: 'PRIVATE-1' } },
    ],
    output: { approvedBy: { $text: ['by ', { $result: 'approval', at: '/by' }] }, approval: { $result: 'approval' } },
  };
  const sensitive = ['/events/approved/by', '/input/steps/2'];
  const { task } = await engine.createTask(taskConfig.parse({ type: 'workflow', input, sensitive }), { name: 'ada' });
  await engine.raiseEvent(task.id, 'approved', { by: 'EVE-1', at: 'noon' }, { name: 'ada' });
  const ended = await engine.waitForTask(task.id, 10_000);
  expect(ended).toMatchObject({ status: 'succeeded', output: { approvedBy: 'by EVE-1' } });
  expect(ended.sensitive).toEqual([...sensitive, '/output/approval/by', '/output/approvedBy'].sort());
  const logs = (await engine.listLogs(task.id, 1n, { maxPageSize: 100, orderBy: 'loggedOn asc' })).value;
  const steps = (await engine.listSteps(task.id, 1n, { maxPageSize: 10 })).value;
  expect(steps.map(({ name, eventName }) => [name, eventName])).toEqual([
    ['approval', 'approved'],
    ['note', undefined],
    ['private', undefined],
  ]);
  expect(logs.map(({ message }) => message)).toEqual(['approved', '[redacted]']);
  expect(logs[0]?.fields).toEqual({ by: { $redacted: true }, at: 'noon' });
});

const logsOf = async (id: string) => {
  const { value } = await engine.listLogs(id, 1n, { maxPageSize: 100, orderBy: 'loggedOn asc' });
  return value.map(({ message, fields }) => ({ message, fields }));
};

test('an http.request whose output is hidden hides the result of its step, and its log does not tell the length', async () => {
  const sensitive = ['/output/body'];
  const input = { url: `http://${friend}/` };
  const { task } = await engine.createTask(taskConfig.parse({ type: 'http.request', input, sensitive }), {
    name: 'ada',
  });
  const ended = await engine.waitForTask(task.id, 10_000);
  expect(ended).toMatchObject({ status: 'succeeded', sensitive: ['/output/body', '/steps/request/body'] });
  expect(await logsOf(task.id)).toEqual([
    { message: 'GET request answered 200', fields: { status: 200, durationInMs: expect.any(Number) } },
  ]);
});

test('a workflow whose output is hidden hides the results that it copies, and their logs', async () => {
  const input = { steps: [{ name: 'ask', http: { url: `http://${friend}/` } }] };
  const config = taskConfig.parse({ type: 'workflow', input, sensitive: ['/output'] });
  const { task } = await engine.createTask(config, { name: 'ada' });
  const ended = await engine.waitForTask(task.id, 10_000);
  expect(ended).toMatchObject({ status: 'succeeded', sensitive: ['/output', '/steps/ask'] });
  expect(await logsOf(task.id)).toEqual([{ message: 'GET request answered', fields: {} }]);
});

test('an error names the host that the request went to, also where an address follows a backslash', async () => {
  const task = await run('http.request', { url: `http://unknown.invalid\\@${friend}/` });
  expect(task.error?.message).toMatch(/^GET http:\/\/unknown\.invalid/);
});
