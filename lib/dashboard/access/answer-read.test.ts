import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { presentHeader } from '@/components/ui/present.ts';
import { type Answer, problem } from '../../client/testing/local-server.ts';
import { ProblemError } from '../problem/problem.ts';
import { answerDownload } from './answer-download.ts';
import { answerRead, type ReadCall } from './answer-read.ts';
import { foreignHeaders, host, ownHeaders, type StandIn, sessionCookie, startStandIn } from './testing/stand-in.ts';

let standIn: StandIn;
let answer: Answer;
const refuse = problem(401, 'Unauthenticated');
beforeAll(async () => {
  standIn = await startStandIn((request, response) => answer(request, response));
});
afterEach(() => {
  answer = refuse;
});
afterAll(() => standIn[Symbol.asyncDispose]());

const url = `http://${host}/api/tasks?status=failed&id=a&id=b`;
async function requestOf(headers?: HeadersInit, signal?: AbortSignal): Promise<Request> {
  return new Request(url, { headers: headers ?? (await ownHeaders()), ...(signal && { signal }) });
}

async function* oneChunk(): AsyncGenerator<string> {
  yield 'text';
}
const file = { fileName: 'a file.json', mediaType: 'application/json', chunks: oneChunk() };

/** The two kinds of GET handlers, with one gate before them. */
const handlers = {
  'a read': (request: Request, read: (call: ReadCall) => Promise<unknown>) =>
    answerRead(standIn.gate, { request, params: { id: '7' } }, read),
  'a download': (request: Request, read: (call: ReadCall) => Promise<unknown>) =>
    answerDownload(standIn.gate, { request, params: { id: '7' } }, async (call) => {
      await read(call);
      return { ...file, chunks: oneChunk() };
    }),
};

describe.each(Object.entries(handlers))('%s', (_name, handle) => {
  it('gets the operator, the parameters and the signal', async () => {
    const left = new AbortController();
    const read = vi.fn(async (_call: ReadCall) => ({}));
    const response = await handle(await requestOf(undefined, left.signal), read);
    expect(response.status).toBe(200);
    const call = read.mock.calls[0]?.[0];
    expect(call).toMatchObject({
      operator: { id: 'op-1' },
      params: { id: '7' },
      scopes: ['tasks/read', 'tasks/update'],
    });
    expect(call?.searchParams.getAll('id')).toEqual(['a', 'b']);
    left.abort();
    expect(call?.signal.aborted).toBe(true);
  });

  it.each(foreignHeaders)('answers 403 to %s and reads nothing', async (_reason, headers) => {
    const read = vi.fn(async () => ({}));
    const response = await handle(await requestOf({ ...headers, cookie: await sessionCookie() }), read);
    expect(response.status).toBe(403);
    expect(read).not.toHaveBeenCalled();
  });

  it('answers 401 without a session and reads nothing', async () => {
    const read = vi.fn(async () => ({}));
    const response = await handle(await requestOf({ host, cookie: 'taskdeck.session=x' }), read);
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('The session has ended. Sign in again.');
    expect(read).not.toHaveBeenCalled();
  });

  it.each([
    ['TaskNotFound', 404],
    ['Unreachable', 503],
    ['BadAnswer', 502],
    ['InvalidRequest', 400],
  ] as const)('answers %s with %i, which nobody caches', async (code, status) => {
    const response = await handle(await requestOf(), async () => {
      throw new ProblemError({ code, detail: 'It is so.' });
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await response.text()).toContain('It is so.');
  });

  it.each([
    [401, 'Unauthenticated'],
    [403, 'InsufficientScope'],
    [403, 'OutsideBounds'],
  ] as const)('refreshes once the service has refused the token or a right: %i %s', async (status, code) => {
    answer = problem(status, code);
    await handle(await requestOf(), async () => ({}));
    const before = standIn.refreshed().length;
    expect((await handle(await requestOf(), ({ client }) => client.getTaskAsync('a'))).status).toBe(status);
    await handle(await requestOf(), async () => ({}));
    expect(standIn.refreshed().length).toBe(before + 1);
  });

  it('keeps the token when the service refuses for another reason', async () => {
    answer = problem(404, 'TaskNotFound');
    await handle(await requestOf(), async () => ({}));
    const before = standIn.refreshed().length;
    expect((await handle(await requestOf(), ({ client }) => client.getTaskAsync('a'))).status).toBe(404);
    await handle(await requestOf(), async () => ({}));
    expect(standIn.refreshed().length).toBe(before);
  });
});

it('a read is exact JSON that nobody caches, and says what time it is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const response = await handlers['a read'](await requestOf(), async () => ({ value: 9_007_199_254_740_993n }));
  expect(await response.text()).toBe('{"value":9007199254740993}');
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    [presentHeader]: String(Date.now()),
  });
  vi.useRealTimers();
});

it('a failed read is a problem document', async () => {
  const response = await handlers['a read'](await requestOf({ host }), async () => ({}));
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(await response.json()).toEqual({ code: 'Unauthenticated', detail: expect.any(String) });
});

it('a read that the browser gave up is no failure of the service', async () => {
  const left = new AbortController();
  const response = await handlers['a read'](await requestOf(undefined, left.signal), async () => {
    left.abort();
    throw new DOMException('left', 'AbortError');
  });
  expect(response.status).toBe(499);
});

it('a download is an attachment that nothing renders or caches, by a harmless name', async () => {
  const response = await answerDownload(standIn.gate, { request: await requestOf(), params: {} }, async () => ({
    ...file,
    fileName: 'a"b/../\r\nc.json',
  }));
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="a_b_..___c.json"; filename*=UTF-8''a_b_..___c.json`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await response.text()).toBe('text');
});

it.each([
  ['shop-日本/語-version-2.json', 'shop-____-version-2.json', 'shop-日本_語-version-2.json'],
  ['a"; x="b\r\n\u202egpj.💥', 'a___x__b___gpj.__', 'a___x__b___gpj.💥'],
])('the name %j of a download keeps the letters of any script', async (fileName, ascii, exact) => {
  const make = async () => ({ fileName, mediaType: 'text/plain', chunks: (async function* () {})() });
  const { headers } = await answerDownload(standIn.gate, { request: await requestOf(), params: {} }, make);
  const expected = `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(exact)}`;
  expect(headers.get('content-disposition')).toBe(expected);
});

it('a download that is left ends what makes its chunks', async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield 'more';
    } finally {
      isEnded = true;
    }
  }
  const make = async () => ({ ...file, chunks: endless() });
  const response = await answerDownload(standIn.gate, { request: await requestOf(), params: {} }, make);
  await response.body?.cancel();
  expect(isEnded).toBe(true);
});
