import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let server: Server;
let answer: RequestListener;
let asked: string[];
let fetchJson: (path: string, options?: { signal?: AbortSignal }) => Promise<unknown>;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = fetch;
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => send(`${origin}${path}`, options));
  vi.resetModules(); // each test has a circuit breaker of its own
  ({ fetchJson } = await import('./fetch-json.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

const text = 'Grüße 🜁'.repeat(1_000);

/** Begins a read on a clock that stands still, and returns its failure once it has one. */
async function beginRead(): Promise<{ failure: () => unknown; pass: (ms: number) => Promise<unknown> }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let failure: unknown;
  fetchJson('/api/tasks').catch((error: unknown) => {
    failure = error;
  });
  while (asked.length === 0) await new Promise(setImmediate);
  return { failure: () => failure, pass: (ms) => vi.advanceTimersByTimeAsync(ms) };
}

it('reads an answer that comes in parts, which divide a letter', async () => {
  const bytes = Buffer.from(JSON.stringify(text));
  answer = (_, response) => {
    response.write(bytes.subarray(0, 4));
    setTimeout(() => response.end(bytes.subarray(4)), 20);
  };
  expect(await fetchJson('/api/tasks')).toBe(text);
});

it('fails when nothing comes for 45 seconds', async () => {
  answer = () => {};
  const { failure, pass } = await beginRead();
  await pass(44_000);
  expect(failure()).toBeUndefined();
  await pass(1_000);
  await vi.waitFor(() =>
    expect(failure()).toMatchObject({
      problem: { code: 'Unreachable', detail: 'The dashboard did not answer within 45 s.' },
    }),
  );
});

it('has no limit for an answer that comes slowly, and one for an answer that stops', async () => {
  let say = (_part: string) => {};
  answer = (_, response) => {
    response.flushHeaders();
    say = (part) => response.write(part);
  };
  const { failure, pass } = await beginRead();
  for (let part = 0; part < 5; part += 1) {
    say('[');
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    await pass(30_000);
  }
  expect(failure()).toBeUndefined();
  await pass(45_000);
  await vi.waitFor(() => expect(failure()).toMatchObject({ problem: { code: 'Unreachable' } }));
});

it('calls a connection that breaks within the answer a lost one', async () => {
  answer = (_, response) => {
    response.write('[1,');
    setTimeout(() => response.destroy(), 20);
  };
  await expect(fetchJson('/api/tasks')).rejects.toMatchObject({ problem: { code: 'Unreachable' } });
});

it('leaves an abort an abort, and takes it for no outage', async () => {
  const left = new AbortController();
  answer = () => left.abort();
  const reading = fetchJson('/api/tasks', { signal: left.signal });
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  answer = (_, response) => response.end('1');
  expect(await fetchJson('/api/tasks')).toBe(1);
  expect(asked).toEqual(['/api/tasks', '/api/tasks']);
});

it('sends one probe in place of all reads while the service is away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // the next probe does not outlive the test
  answer = (_, response) => response.writeHead(503).end();
  await expect(fetchJson('/api/tasks')).rejects.toMatchObject({ problem: { code: 'BadAnswer' } });
  const reads = await Promise.allSettled(Array.from({ length: 20 }, () => fetchJson('/api/tasks')));
  expect(reads.every(({ status }) => status === 'rejected')).toBe(true);
  expect(asked).toEqual(['/api/tasks', '/api/healthz']);
});

it('hears what time it is for the server', async () => {
  const { serverTimeOf } = await import('@/components/ui/present.ts');
  answer = (_, response) => response.setHeader('taskdeck-present', Date.now() + 7_200_000).end('1');
  await fetchJson('/api/tasks');
  expect((serverTimeOf(0) - 7_200_000) / 1_000).toBeCloseTo(0, 0);
});
