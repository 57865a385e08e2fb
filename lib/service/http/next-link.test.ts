import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { anonymous } from '../access/caller.ts';
import { toPageAnswer } from './next-link.ts';
import { pathOf, searchOf } from './request-path.ts';

/** The parts of a request that these functions read. */
function requestFor(url: string, host?: string, localAddress = '127.0.0.1'): IncomingMessage {
  const headers = host === undefined ? {} : { host };
  return Object.assign(Object.create(null), { url, headers, socket: { localAddress, localPort: 7700 } });
}
const pageOf = (incoming: IncomingMessage) => ({ incoming, query: {}, caller: anonymous, namespace: '' });
const linkOf = (incoming: IncomingMessage, publicUrl?: string) =>
  toPageAnswer({ value: [], continuationToken: 't+/=' }, pageOf(incoming), publicUrl).nextLink;

test('the last page has no link and no token', () => {
  expect(toPageAnswer({ value: [1] }, pageOf(requestFor('/v1/tasks?a=1', 'h')), undefined)).toEqual({ value: [1] });
  const more = toPageAnswer({ value: [1], continuationToken: 't' }, pageOf(requestFor('/v1/tasks', 'h')), undefined);
  expect(more).toEqual({
    value: [1],
    nextLink: expect.stringMatching(/^http:\/\/h\/v1\/tasks\?continuationToken=[\w-]{16}t$/),
  });
});

test('a link keeps every filter, repeated ones too, and replaces the token', () => {
  expect(linkOf(requestFor('/v1/tasks?tag=a%3Db&tag=c%26d&continuationToken=old&maxPageSize=2', 'h'))).toMatch(
    /^http:\/\/h\/v1\/tasks\?tag=a%3Db&tag=c%26d&continuationToken=[\w-]{16}t%2B%2F%3D&maxPageSize=2$/,
  );
  expect(linkOf(requestFor('/v1/tasks/a%2Fb/events', 'h'))).toContain('/v1/tasks/a%2Fb/events?');
});

test.for([
  ['tasks.example.org', 'http://tasks.example.org/'],
  ['127.0.0.1:7700', 'http://127.0.0.1:7700/'],
  ['[::1]:80', 'http://[::1]:80/'],
  ['evil.example/path', 'http://127.0.0.1:7700/'],
  ['a@evil.example', 'http://127.0.0.1:7700/'],
  ['h:123456', 'http://127.0.0.1:7700/'],
  ['', 'http://127.0.0.1:7700/'],
  [undefined, 'http://127.0.0.1:7700/'],
] as const)('with the host %j a link begins with %s', ([host, origin]) => {
  expect(linkOf(requestFor('/v1/tasks', host))).toMatch(new RegExp(`^${origin.replaceAll(/[[\].]/g, '\\$&')}v1/`));
});

test('without a host an IPv6 address is in brackets; a public address goes before all', () => {
  expect(linkOf(requestFor('/v1/tasks', undefined, '::1'))).toMatch(/^http:\/\/\[::1\]:7700\/v1/);
  expect(linkOf(requestFor('/v1/tasks', 'h'), 'https://public.example/api')).toMatch(
    /^https:\/\/public\.example\/api\/v1\/tasks\?/,
  );
});

test.for([
  ['/v1/tasks?a=1?b', '/v1/tasks', 'a=1?b'],
  ['/v1/tasks', '/v1/tasks', ''],
  ['http://host:1/v1/tasks?a', '/v1/tasks', 'a'],
  ['HTTPS://host?a', '/', 'a'],
  ['/a/http://b', '/a/http://b', ''],
] as const)('%s is the path %s and the query "%s"', ([url, path, search]) => {
  const incoming = requestFor(url);
  expect([pathOf(incoming), searchOf(incoming)]).toEqual([path, search]);
});
