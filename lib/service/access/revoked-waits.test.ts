import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { adminEmail, adminPassword, startTestService } from '../testing/test-service.ts';
import { hashToken } from './session.ts';

const service = started(startTestService, 'close');
beforeAll(async () => {
  await service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id: 'long' } });
});

/** How soon a wait ends after the rights of its caller. */
const withinMs = 2_000;

let key: string;
let signedIn: { accessToken: string; refreshToken: string };
beforeEach(async () => {
  key = await service.key('tasks/read', 'tasks/create');
  const body = { email: adminEmail, password: adminPassword };
  signedIn = (await service.call('POST', '/v1/sign-in', { body })).body as typeof signedIn;
});

type Case = { token(): string; end(): Promise<unknown>; status: number };
const sql = () => service.database;
const ofKey = (end: () => Promise<unknown>, status = 401): Case => ({ token: () => key, end, status });
const ofSession = (end: () => Promise<unknown>, status = 401): Case => ({
  token: () => signedIn.accessToken,
  end,
  status,
});

const cases: Readonly<Record<string, Case>> = {
  'its key was deleted': ofKey(() => sql()`delete from api_key where key_hash = ${hashToken(key)}`),
  'its key has lost the scope': ofKey(
    () => sql()`update api_key set scopes = '{}' where key_hash = ${hashToken(key)}`,
    403,
  ),
  'its key was made to expire': ofKey(
    () => sql()`update api_key set expires_on = now() where key_hash = ${hashToken(key)}`,
  ),
  'its key expires': ofKey(async () => {}),
  'its session has ended': ofSession(() =>
    service.call('POST', '/v1/sign-out', { body: { refreshToken: signedIn.refreshToken } }),
  ),
  'a spent refresh token of its session was used': ofSession(async () => {
    const refresh = () =>
      service.call('POST', '/v1/sign-in/refresh', { body: { refreshToken: signedIn.refreshToken } });
    await refresh();
    await sql()`update spent_refresh_token set spent_on = spent_on - interval '61 seconds'`;
    await refresh();
  }),
  'its operator was disabled': ofSession(async () => {
    await sql()`update operator set is_disabled = true where email = ${adminEmail}`;
    await sql()`update operator set is_disabled = false where email = ${adminEmail}`;
    await sql()`update session set revoked_on = now()`;
  }),
};

test.each(Object.entries(cases))('a wait and a stream end when %s', async (name, { token, end, status }) => {
  const expiresInMs = 1_500;
  if (name === 'its key expires')
    await sql()`update api_key set expires_on = now() + ${expiresInMs} * interval '1 ms' where key_hash = ${hashToken(key)}`;
  const stream = await fetch(`${service.url}/v1/watch`, { headers: { authorization: `Bearer ${token()}` } });
  const reader = stream.body?.getReader();
  await reader?.read(); // it has begun
  const wait = service.call('GET', '/v1/tasks/long?waitInMs=60000', { token: token() });
  const completion = service.call('GET', '/v1/tasks/long/completion?waitInMs=60000', { token: token() });
  // Requests are taken in their order: when this has been answered, the others wait.
  expect((await service.call('GET', '/v1/tasks/long', { token: token() })).status).toBe(200);

  const startedAt = performance.now();
  await end();
  const answers = await Promise.all([wait, completion]);
  while ((await reader?.read())?.done === false);
  const tookInMs = performance.now() - startedAt;
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  expect(tookInMs).toBeLessThan(withinMs + (name === 'its key expires' ? expiresInMs : 0));
});

const megabytes = 48;

async function uploadBlob(id: string, sensitive: string[]): Promise<string> {
  const token = service.allKey;
  const body = { id, value: 1, hasBlob: true, sensitive };
  await service.call('PUT', `/v1/stores/files/entries/${id}`, { token, body });
  const path = `/v1/stores/files/blobs/${id}`;
  expect((await service.call('PUT', path, { token, raw: new Uint8Array(megabytes * 2 ** 20) })).status).toBe(201);
  return path;
}

test.each([
  ['its key was deleted', [], () => sql()`delete from api_key where key_hash = ${hashToken(key)}`],
  [
    'the scope was taken that the bytes need',
    [''],
    () => sql()`update api_key set scopes = '{state/read}' where key_hash = ${hashToken(key)}`,
  ],
] as const)('a download in progress is cut off when %s', async (_, sensitive, end) => {
  key = await service.key('state/read', 'sensitive/read');
  const path = await uploadBlob(`file-${sensitive.length}`, [...sensitive]);
  const download = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });
  expect(download.status).toBe(200);
  const reader = download.body?.getReader();
  await reader?.read();
  await end();
  const status = async () => (await service.call('HEAD', path, { token: key })).status;
  await expect.poll(status, { timeout: 10_000 }).not.toBe(200);
  const rest = async () => {
    while ((await reader?.read())?.done === false);
  };
  await expect(rest()).rejects.toThrow(/terminated/);
  const shown = await service.database<{ detail: string }[]>`
    select detail from audit_record where operation = 'GetBlob' and outcome = 'succeeded'`;
  expect(shown, 'what was shown of a sensitive blob').toHaveLength(sensitive.length);
});

test.each([
  [
    'its entry',
    (id: string) =>
      service.call('PUT', `/v1/stores/files/entries/${id}`, {
        token: service.allKey,
        body: { id, value: 1, hasBlob: true, sensitive: [''] },
      }),
  ],
  [
    'its store',
    () => service.call('PUT', '/v1/stores/files/policy', { token: service.allKey, body: { sensitive: [''] } }),
  ],
])('a download in progress is cut off when %s was marked as a whole, and refused from then on', async (what, mark) => {
  const id = what.replace(' ', '-');
  key = await service.key('state/read');
  const path = await uploadBlob(id, []);
  const download = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });
  const reader = download.body?.getReader();
  await reader?.read();
  expect((await mark(id)).status).toBeLessThan(300);
  await sleep(1_000); // a look at the marks is due every quarter of a second
  const rest = async () => {
    while ((await reader?.read())?.done === false);
  };
  await expect(rest()).rejects.toThrow(/terminated/);
  const again = await service.call('GET', path, { token: key });
  expect(again).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
});

/** A body of which the second part is sent when the promise resolves. */
function inTwoParts(first: string, until: Promise<unknown>, second: string): RequestInit {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode(first));
      await until;
      controller.enqueue(encoder.encode(second));
      controller.close();
    },
  });
  return { body, duplex: 'half' } as RequestInit;
}

const form = 'multipart/form-data; boundary=x';
test.each([
  [
    'POST',
    '/v1/api-keys',
    'application/json',
    '{"name":"a"',
    `,"scopes":["Data/Taskdeck.Orchestration/state/create"],"serviceAccount":"later"}`,
  ],
  [
    'PUT',
    '/v1/stores/late/entries/a',
    form,
    '--x\r\nContent-Disposition: form-data; name="input"\r\n\r\n{"value":1,',
    '"hasBlob":true}\r\n--x\r\nContent-Disposition: form-data; name="blob"; filename="b"\r\n\r\nb\r\n--x--\r\n',
  ],
  ['POST', '/v1/tasks', 'application/json', '{"type":"test.echo"', ',"no JSON'],
  ['POST', '/v1/tasks', 'application/json', '{"type":"test.echo"', ',"not a member":1}'],
  ['POST', '/v1/tasks', 'application/json', '{"type":"test.echo"', `,"name":"${'a'.repeat(100_000)}`],
])('%s %s is refused when its key was deleted before the whole body had come', async (method, path, type, ...parts) => {
  key = await service.key('operators/manage', 'state/create', 'tasks/create');
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  const deleted = Promise.withResolvers<void>();
  const [first, second] = parts;
  const answer = fetch(service.url + path, { method, headers, ...inTwoParts(first, deleted.promise, second) });
  const waits = async () => (await service.call('GET', '/v1/operators', { token: key })).status;
  expect(await waits()).toBe(200);
  await sql()`delete from api_key where key_hash = ${hashToken(key)}`;
  await expect.poll(waits).toBe(401);
  deleted.resolve();
  expect((await answer).status).toBe(401);
});

test('a proof that has become too old before the whole body had come is asked for again', async () => {
  const headers = { authorization: `Bearer ${signedIn.accessToken}`, 'content-type': 'application/json' };
  const aged = Promise.withResolvers<void>();
  const body = inTwoParts('{"value":', aged.promise, '"a value"}');
  const answer = fetch(`${service.url}/v1/secrets/LATE`, { method: 'PUT', headers, ...body });
  expect((await service.call('GET', '/v1/secrets', { token: signedIn.accessToken })).status).toBe(200);
  await sql()`update session set proven_on = now() - interval '1 hour'`;
  aged.resolve();
  expect(await (await answer).json()).toMatchObject({ code: 'FreshProofRequired' });
});

test('a wait answers with the scopes that its caller has when it ends', async () => {
  key = await service.key('tasks/read', 'sensitive/read');
  const body = { type: 'test.echo', id: 'marked', input: { pin: 'P-1' }, sensitive: ['/input/pin'] };
  await service.call('POST', '/v1/tasks', { token: service.allKey, body });
  const wait = service.call('GET', '/v1/tasks/marked?waitInMs=60000', { token: key });
  expect((await service.call('GET', '/v1/tasks/marked', { token: key })).text).toContain('P-1');
  await sql()`update api_key set scopes = '{tasks/read}' where key_hash = ${hashToken(key)}`;
  const shown = async () => (await service.call('GET', '/v1/tasks/marked', { token: key })).text;
  await expect.poll(shown, { timeout: 10_000 }).not.toContain('P-1');
  await service.call('POST', '/v1/tasks/marked/cancel', { token: service.allKey });
  const answer = await wait;
  expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining('P-1')]);
});

test('a wait goes on when others lose their rights', async () => {
  const wait = service.call('GET', '/v1/tasks/long?waitInMs=700', { token: key });
  expect((await service.call('GET', '/v1/tasks/long', { token: key })).status).toBe(200);
  await sql()`delete from api_key where name = 'none'`;
  expect((await wait).status).toBe(200);
});
