import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { type OperationName, operations } from '#contract';
import { anonymous } from '../access/caller.ts';
import { answerOf } from './answer.ts';

/** The answer of an operation to a request for a path with these headers, and the id that its audit record may name. */
async function answered(
  name: OperationName,
  result: unknown,
  url = '/v1/things',
  headers: Record<string, string> = {},
) {
  const incoming: IncomingMessage = Object.assign(Object.create(null), { url, headers: { host: 'h', ...headers } });
  const call: Parameters<typeof answerOf>[2] = {
    query: {},
    caller: anonymous,
    namespace: '',
    answerHeaders: { 'x-own': '1' },
    subject: { params: {} },
    hasCreated: false,
  };
  const answer = await answerOf({ operation: operations[name], incoming, publicUrl: undefined }, result, call);
  return { ...answer, subject: call.subject };
}

test('without output the answer is 204 and has no body', async () => {
  expect(await answered('DeleteSecret', undefined)).toMatchObject({
    status: 204,
    body: null,
    headers: { 'x-own': '1' },
  });
});

test('what was created is 201 and says where it is; what is read is not', async () => {
  const made = await answered('CreateTask', { id: 'a/b c', etag: '"1"' }, '/v1/tasks?x=1');
  expect(made).toMatchObject({ status: 201, headers: { location: '/v1/tasks/a%2Fb%20c', etag: '"1"', 'x-own': '1' } });
  expect(made.subject.answered).toMatchObject({ id: 'a/b c' });
  const read = await answered('GetTask', { id: 'a', etag: '"1"' });
  expect([read.status, read.headers.location]).toEqual([200, undefined]);
});

test('a page has a link instead of its token', async () => {
  const page = await answered('ListTasks', { value: [1], continuationToken: 't' }, '/v1/tasks?maxPageSize=1');
  expect(JSON.parse(page.body ?? '')).toEqual({
    value: [1],
    nextLink: expect.stringMatching(/^http:\/\/h\/v1\/tasks\?maxPageSize=1&continuationToken=[\w-]{16}t$/),
  });
  expect((await answered('ListTasks', { value: [] })).body).toBe('{"value":[]}');
});

test.for([
  [undefined, 200],
  ['"1"', 304],
  ['"0", "1"', 304],
  ['W/"1"', 304],
  ['*', 304],
  ['"2"', 200],
  ['1', 200],
] as const)('a read of "1" with If-None-Match %s is %i', async ([tag, status]) => {
  const headers: Record<string, string> = tag === undefined ? {} : { 'if-none-match': tag };
  const answer = await answered('GetState', { id: 'e', storeName: 's', etag: '"1"' }, '/v1/x', headers);
  expect([answer.status, answer.body === null, answer.headers.etag]).toEqual([status, status === 304, '"1"']);
});

test('what has no entity tag is always sent', async () => {
  expect((await answered('GetState', { id: 'e' }, '/v1/x', { 'if-none-match': '*' })).status).toBe(200);
});
