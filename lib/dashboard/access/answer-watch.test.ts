import type { ServerResponse } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { fullScope, type Scope } from '#contract';
import { type Answer, problem } from '../../client/testing/local-server.ts';
import { answerWatch } from './answer-watch.ts';
import { rightsOf } from './rights.ts';
import {
  foreignHeaders,
  host,
  ownHeaders,
  type StandIn,
  sessionCookie,
  signInAnswer,
  startStandIn,
} from './testing/stand-in.ts';

let standIn: StandIn;
afterEach(() => standIn[Symbol.asyncDispose]());

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const ready = event('ready', {});
const readyFor = (...scopes: Scope[]) => event('ready', { build: 'build-1', rights: rightsOf({ scopes }) });
const readyOfBuild = readyFor('tasks/read', 'tasks/update');

async function watch(headers?: HeadersInit, signal?: AbortSignal, rightsEveryMs?: number): Promise<Response> {
  const sent = headers ?? (await ownHeaders());
  return answerWatch(
    standIn.gate,
    new Request(`http://${host}/api/watch`, { headers: sent, ...(signal && { signal }) }),
    'build-1',
    rightsEveryMs,
  );
}

/** Streams events and stays open. */
const stream: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(ready);
};

async function readSome(response: Response, until: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(until)) break;
  }
  return text;
}

it('passes the service’s events on, unbuffered and uncached, as the operator', async () => {
  standIn = await startStandIn(stream);
  const response = await watch();
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(await readSome(response, 'ready')).toBe(readyOfBuild);
  expect(standIn.asked()[0]?.headers.authorization).toBe('Bearer access-of-refresh-1');
});

it.each(foreignHeaders)('answers 403 to %s and asks nobody', async (_, headers) => {
  standIn = await startStandIn(stream);
  const response = await watch({ ...headers, cookie: await sessionCookie() });
  expect(response.status).toBe(403);
  expect(standIn.server.received).toEqual([]);
});

it('passes changes on with their ids and counts, and an overflow', async () => {
  const change = event('change', { tasks: ['t1'], created: 2, isOverflow: true });
  standIn = await startStandIn((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(ready + change);
  });
  expect(await readSome(await watch(), 'isOverflow')).toBe(readyOfBuild + change);
});

it('passes the service’s pings on, and has none of its own: a service that hangs is heard no more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const streams: ServerResponse[] = [];
    standIn = await startStandIn((request, response) => {
      streams.push(response);
      void stream(request, response);
    });
    const response = await watch();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe(readyOfBuild);
    vi.advanceTimersByTime(60_000);
    const change = { tasks: ['t1'], created: 0, isOverflow: false };
    streams[0]?.write(event('ping', {}) + event('change', change));
    let text = '';
    while (!text.includes('t1')) text += (await reader?.read())?.value ?? '';
    expect(text).toBe(event('ping', {}) + event('change', change));
    await reader?.cancel();
  } finally {
    vi.useRealTimers();
  }
});

it('leaves with the service what a browser does not read, and loses none of it', async () => {
  const sent = Array.from({ length: 1_000 }, (_, created) =>
    event('change', { tasks: ['t'.repeat(64_000)], created, isOverflow: false }),
  );
  const streams: ServerResponse[] = [];
  standIn = await startStandIn((request, response) => {
    streams.push(response);
    void stream(request, response);
    for (const change of sent) response.write(change);
  });
  const response = await watch();
  await expect.poll(() => streams).toHaveLength(1);
  const unsent = () => streams[0]?.writableLength ?? 0;
  let [before, isSteadyFor] = [-1, 0];
  while (unsent() > 0 && isSteadyFor < 25) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    isSteadyFor = unsent() === before ? isSteadyFor + 1 : 0;
    before = unsent();
  }
  expect(unsent()).toBeGreaterThan(32_000_000);
  const parts: string[] = [];
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (!parts.at(-1)?.includes('"created":999,')) parts.push((await reader?.read())?.value ?? '');
  expect(parts.join('') === readyOfBuild + sent.join('')).toBe(true);
  await reader?.cancel();
});

it('answers 401 without a session, and 503 while the service is away', async () => {
  standIn = await startStandIn(stream);
  expect((await watch({ host, cookie: 'taskdeck.session=x' })).status).toBe(401);
  await standIn[Symbol.asyncDispose]();
  const away = await watch();
  expect([away.status, away.headers.get('cache-control')]).toEqual([503, 'private, no-store']);
});

it.each(['the browser’s signal', 'the end of its body'])('ends the service’s stream with %s', async (way) => {
  let onClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  standIn = await startStandIn((request, response) => {
    response.once('close', onClosed);
    void stream(request, response);
  });
  const left = new AbortController();
  const response = await watch(undefined, left.signal);
  const reader = response.body?.getReader();
  await reader?.read();
  if (way === 'the end of its body') await reader?.cancel();
  else left.abort();
  await closed;
});

it('says in the log what breaks a stream, but for what the service refused and for a browser that left', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    standIn = await startStandIn(problem(403, 'InsufficientScope'));
    expect(await (await watch()).text()).toBe('');
    expect(standIn.refreshed()).toHaveLength(1);
    await standIn.gate.identify(await ownHeaders());
    expect(standIn.refreshed(), 'the next stream knows the rights by then').toHaveLength(2);
    expect(log).not.toHaveBeenCalled();
  } finally {
    log.mockRestore();
  }
});

it('refreshes once the service has refused the token of a stream', async () => {
  standIn = await startStandIn(problem(401, 'Unauthenticated'));
  await (await watch()).text();
  await standIn.gate.identify(await ownHeaders());
  expect(standIn.refreshed()).toHaveLength(2);
});

it('asks for no changes on behalf of somebody who may not read tasks, and pings while the service answers', async () => {
  const withoutTasks: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(signInAnswer('refresh-1', { scopes: [fullScope('state/read')] })));
  };
  standIn = await startStandIn(undefined, withoutTasks);
  expect(await readSome(await watch(), 'event: ping')).toBe(readyFor('state/read') + event('ping', {}));
  expect(new Set(standIn.asked().map(({ url }) => url.pathname))).toEqual(new Set(['/v1/identity']));
});

it('tells again and again what the operator may do, and has another access once that has changed', async () => {
  const scopes = [fullScope('tasks/read'), fullScope('tasks/update')];
  const closed = Promise.withResolvers<void>();
  standIn = await startStandIn((request, response) => {
    if (request.url.pathname !== '/v1/identity') {
      response.once('close', () => closed.resolve());
      return stream(request, response);
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ kind: 'operator', scopes }));
  });
  const response = await watch(undefined, undefined, 5);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (part: string) => {
    while (!text.includes(part)) text += (await reader?.read())?.value ?? '';
  };
  await until(event('rights', { rights: rightsOf({ scopes: ['tasks/read', 'tasks/update'] }) }));
  expect(standIn.refreshed()).toHaveLength(1);
  scopes.pop();
  await until(event('rights', { rights: rightsOf({ scopes: ['tasks/read'] }) }));
  await standIn.gate.identify(await ownHeaders());
  expect(standIn.refreshed()).toHaveLength(2);
  await reader?.cancel();
  await closed.promise;
  const asked = standIn.asked().length;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(standIn.asked().length, 'nobody is asked for a browser that left').toBeLessThanOrEqual(asked + 1);
});
