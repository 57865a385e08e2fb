import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { adminEmail, adminPassword, callService, registerType } from './test-service.ts';

const test_ = started(createTestDatabase, 'drop');
const folder = temporaryFolder('kill');
let running: ServiceProcess;

const start = () =>
  startServiceProcess({
    DATABASE_URL: test_.url,
    TASKDECK_DATA: folder,
    TASKDECK_SERVICE_PORT: '0',
    TASKDECK_ADMIN_PASSWORD: adminPassword,
  });

beforeAll(async () => {
  await registerType(test_.database, 'test.echo');
  running = await start();
}, 30_000);
afterAll(async () => {
  await running.kill('SIGKILL');
});

async function signIn(): Promise<string> {
  const answer = await callService(running.url, 'POST', '/v1/sign-in', {
    body: { email: adminEmail, password: adminPassword },
  });
  return (answer.body as { accessToken: string }).accessToken;
}

test('killed under load it loses nothing that it acknowledged, and a retry makes no second task', async () => {
  const token = await signIn();
  const acknowledged = new Set<string>();
  const unanswered = new Set<string>();
  const create = async (key: string) => {
    const request = { token, body: { type: 'test.echo', input: { key } }, headers: { 'idempotency-key': key } };
    const answer = await callService(running.url, 'POST', '/v1/tasks', request);
    expect(answer.status, answer.text).toBe(201);
    return (answer.body as { id: string }).id;
  };
  let isKilled = false;
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (let count = 0; !isKilled; count += 1) {
      const key = `${writer}-${count}`;
      unanswered.add(key);
      try {
        acknowledged.add(await create(key));
        unanswered.delete(key);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error; // what fetch throws when the connection breaks
      }
    }
  });
  await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(200);
  const died = running.kill('SIGKILL');
  isKilled = true;
  await Promise.all([died, ...writers]);
  expect(unanswered.size).toBeGreaterThan(0);

  running = await start();
  const stored = await test_.database<{ id: string }[]>`select id from task`;
  const ids = new Set(stored.map((row) => row.id));
  expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);

  for (const key of unanswered) {
    const id = await create(key);
    expect(await create(key)).toBe(id);
  }
  const [counts] = await test_.database<{ tasks: number; keys: number }[]>`
    select count(*) as tasks, count(distinct input ->> 'key') as keys from task`;
  expect(counts?.tasks).toBe(counts?.keys);
  const [audited] = await test_.database<{ missing: number }[]>`
    select count(*) as missing from unnest(${[...acknowledged]}::text[]) as made (task_id)
    where not exists (select from audit_record where target_id = task_id and outcome = 'succeeded')
      and not exists (select from pending_audit where record #>> '{target,id}' = task_id)`;
  expect(audited?.missing).toBe(0);
}, 60_000);

test('told to stop it ends streams and long-polls at once and exits with 0 within 3 seconds', async () => {
  const token = await signIn();
  const headers = { authorization: `Bearer ${token}` };
  const made = await callService(running.url, 'POST', '/v1/tasks', { token, body: { type: 'test.echo' } });
  const { id } = made.body as { id: string };
  const stream = await fetch(`${running.url}/v1/watch`, { headers });
  const poll = callService(running.url, 'GET', `/v1/tasks/${id}?waitInMs=60000`, { token });
  await new Promise((resolve) => setImmediate(resolve));
  const startedAt = performance.now();
  const code = running.kill('SIGTERM');
  expect(await stream.text()).toContain('event: ready');
  expect(await poll).toMatchObject({ status: 200, body: { id, status: 'queued' } });
  expect(await code).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
}, 30_000);

test('a bad configuration stops the start', async () => {
  await expect(startServiceProcess({ DATABASE_URL: test_.url, TASKDECK_SERVICE_PORT: 'http' })).rejects.toThrow(
    'ended with 1',
  );
});
