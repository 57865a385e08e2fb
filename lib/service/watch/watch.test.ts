import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
let skippedInMs = 0;
beforeAll(async () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedInMs);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  vi.restoreAllMocks();
});

const ready = 'event: ready\ndata: {}\n\n';

/**
 * Opens the stream. `readUntil` resolves with everything received once it contains the text, or when the stream has
 * ended.
 */
async function open(query = '', token = service.allKey) {
  const response = await fetch(`${service.url}/v1/watch${query}`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async readUntil(wanted?: string): Promise<string> {
      while (wanted === undefined || !text.includes(wanted)) {
        const part = await reader?.read();
        if (part === undefined || part.done) return text;
        text += part.value;
      }
      return text;
    },
    leave: () => reader?.cancel(),
  };
}

const create = (id: string) =>
  service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id } });
/** Timers created from now on advance only when the test says so. */
const holdTimers = () => vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] });

test('a watcher hears of changes anywhere; one of some tasks hears of those only', async () => {
  const everything = await open();
  await everything.readUntil('"isOverflow":true'); // the first watcher is called when the database connection listens
  const some = await open('?taskId=seen&taskId=other');
  expect(await some.readUntil(ready)).toBe(ready);
  await create('unseen');
  await create('seen');
  expect(await everything.readUntil('"seen"')).toMatch(/"unseen"[\s\S]*"seen"/);
  const heard = await some.readUntil('"seen"');
  expect(heard).not.toContain('unseen');
  expect(heard).toMatch(/^event: ready\ndata: {}\n\nevent: change\ndata: {"tasks":\["seen"\]/);
  await everything.leave();
  await some.leave();
});

test.for([
  ['of everything', ''],
  ['of the same tasks', '?taskId=shared&taskId=other'],
] as const)('a change is turned into text once for all streams %s', async ([, query], { onTestFinished }) => {
  const streams = await Promise.all(Array.from({ length: 120 }, () => open(query)));
  for (const stream of streams) await stream.readUntil(ready);
  const stringify = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => stringify.mockRestore());
  await create('shared');
  for (const stream of streams) await stream.readUntil('"shared"');
  const texts = stringify.mock.results.map(({ value }) => String(value)).filter((text) => text.startsWith('{"tasks":'));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts).toEqual([...new Set(texts)]);
  for (const stream of streams) await stream.leave();
  await service.call('DELETE', '/v1/tasks/shared', { token: service.allKey });
});

test('every second there is a ping', async () => {
  holdTimers();
  const stream = await open();
  await stream.readUntil(ready);
  vi.advanceTimersByTime(999);
  vi.advanceTimersByTime(1);
  expect(await stream.readUntil('ping')).toBe(`${ready}event: ping\ndata: {}\n\n`);
  await stream.leave();
});

test.for([
  ['was deleted', () => service.database`delete from api_key where name = 'watching'`],
  ['lost its scope', () => service.database`update api_key set scopes = '{}' where name = 'watching'`],
  ['has expired', () => service.database`update api_key set expires_on = now() where name = 'watching'`],
] as const)('a stream ends within 15 seconds after its key %s, though no notice came', async ([, revoke]) => {
  await service.owner`alter table api_key disable trigger access_changed`;
  const key = await service.key('tasks/read');
  await service.database`update api_key set name = 'watching' where created_on = (select max(created_on) from api_key)`;
  holdTimers();
  const stream = await open('', key);
  await stream.readUntil(ready);
  vi.advanceTimersByTime(15_000);
  await stream.readUntil('ping');
  await revoke();
  skippedInMs += 2_000;
  vi.advanceTimersByTime(15_000);
  expect(await stream.readUntil()).toMatch(/^event: ready\ndata: {}\n\n(?:event: ping\ndata: {}\n\n)+$/);
  await service.owner`alter table api_key enable trigger access_changed`;
  await service.database`delete from api_key where name = 'watching'`;
});

test('a stream ends when its token does', async () => {
  const made = await service.call('POST', '/v1/api-keys', {
    token: service.allKey,
    body: {
      name: 'short',
      scopes: ['Data/Taskdeck.Orchestration/tasks/read'],
      expiresOn: new Date(Date.now() + 14_000).toISOString(),
    },
  });
  holdTimers();
  const stream = await open('', (made.body as { key: string }).key);
  await stream.readUntil(ready);
  vi.advanceTimersByTime(14_000);
  expect(await stream.readUntil()).toMatch(/^event: ready\ndata: {}\n\n(?:event: ping\ndata: {}\n\n)*$/);
});

test('asking for the headers only leaves no stream behind', async () => {
  const answer = await service.call('HEAD', '/v1/watch', { token: service.allKey });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
});
