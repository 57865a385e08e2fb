import { afterAll, beforeAll, expect, test } from 'vitest';
import { fullScope } from '#contract';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** Opens the stream and gives what has come so far, and a promise of its end. */
async function open(query = '', token = service.allKey) {
  const leaving = new AbortController();
  const response = await fetch(`${service.url}/v1/watch${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  const stream = { status: response.status, text: '', ended: Promise.resolve(), leave: () => leaving.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) stream.text += decoder.decode(chunk, { stream: true });
  };
  stream.ended = read().catch(() => {}); // leaving breaks the stream, as it should
  return stream;
}

const create = (id: string) =>
  service.call('POST', '/v1/tasks', { token: service.allKey, body: { type: 'test.echo', id } });

test('a watcher hears of changes anywhere; one of some tasks hears of those only', async () => {
  const everything = await open();
  const some = await open('?taskId=seen&taskId=other');
  await expect.poll(() => [everything.text, some.text]).toEqual(Array(2).fill('event: ready\ndata: {}\n\n'));
  await create('unseen');
  await create('seen');
  await expect.poll(() => everything.text).toMatch(/"unseen"[\s\S]*"seen"/);
  await expect.poll(() => some.text).toContain('"seen"');
  expect(some.text).not.toContain('unseen');
  for (const stream of [everything, some]) {
    stream.leave();
    await stream.ended;
  }
});

test('the stream ends when the token does', async () => {
  const made = await service.call('POST', '/v1/api-keys', {
    token: service.allKey,
    body: { name: 'short', scopes: [fullScope('tasks/read')], expiresOn: new Date(Date.now() + 700).toISOString() },
  });
  const stream = await open('', (made.body as { key: string }).key);
  expect(stream.status).toBe(200);
  await stream.ended;
  expect(stream.text).toBe('event: ready\ndata: {}\n\n');
});

test('asking for the headers only leaves no stream behind', async () => {
  const answer = await service.call('HEAD', '/v1/watch', { token: service.allKey });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
});
