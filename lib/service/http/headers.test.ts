import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { dashboardKeyHeader } from '#contract';
import {
  createAddressOf,
  hasBody,
  idempotencyKeyOf,
  ifMatchOf,
  isolationOf,
  mustNotExist,
  requestIdOf,
  requireJson,
} from './headers.ts';

/** The parts of a request that these functions read. */
function requestWith(headers: Record<string, string>, remoteAddress = '127.0.0.1'): IncomingMessage {
  return Object.assign(Object.create(null), { headers, socket: { remoteAddress } });
}

test.for([
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['::ffff:198.51.100.9', undefined, '198.51.100.9'], // one caller, whichever family the socket has
  ['::ffff:198.51.100.9', '203.0.113.1', '198.51.100.9'],
  ['127.0.0.1', '::ffff:203.0.113.1', '203.0.113.1'],
  ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['127.0.0.1', '203.0.113.66, 198.51.100.1', '198.51.100.1'], // the caller invented the first
  ['127.0.0.1', '203.0.113.1, 10.1.2.3', '203.0.113.1'],
  ['127.0.0.1', '203.0.113.1, 10.1.2.3, ::ffff:10.9.9.9', '203.0.113.1'],
  ['127.0.0.1', '203.0.113.1,2001:db8::7', '203.0.113.1'],
  ['127.0.0.1', '10.1.1.1', '10.1.1.1'],
  ['127.0.0.1', 'unknown', '127.0.0.1'],
  ['127.0.0.1', '198.51.100.1, <script>', '127.0.0.1'],
  ['192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['2001:db9::1', '198.51.100.1', '2001:db9::1'],
] as const)('from %s with X-Forwarded-For %s the caller is %s', ([peer, forwarded, address]) => {
  const addressOf = createAddressOf({
    trustedProxies: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    dashboardKeys: [],
  });
  expect(addressOf(requestWith(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, peer))).toBe(address);
});

test('without trusted proxies nobody is believed', () => {
  const addressOf = createAddressOf({ trustedProxies: [], dashboardKeys: [] });
  expect(addressOf(requestWith({ 'x-forwarded-for': '198.51.100.1' }))).toBe('127.0.0.1');
});

test.for([
  ['current-key', '198.51.100.1', '198.51.100.1'],
  ['earlier-key', '198.51.100.1', '198.51.100.1'],
  ['current-key', '198.51.100.1, 192.0.2.1, 10.0.0.1', '198.51.100.1'], // proxies before the service added the others
  ['current-key', '::ffff:198.51.100.1', '198.51.100.1'],
  ['current-key', 'unknown', '192.0.2.1'],
  ['wrong-key', '198.51.100.1', '192.0.2.1'],
  ['', '198.51.100.1', '192.0.2.1'],
  [undefined, '198.51.100.1', '192.0.2.1'],
] as const)('a dashboard with the key %s that writes X-Forwarded-For %s is %s', ([key, forwarded, address]) => {
  const untrusted: string[] = [];
  const dashboardKeys = ['current-key', 'earlier-key'];
  const addressOf = createAddressOf({ trustedProxies: [], dashboardKeys }, (peer) => untrusted.push(peer));
  const headers = { 'x-forwarded-for': forwarded, ...(key !== undefined && { [dashboardKeyHeader]: key }) };
  expect(addressOf(requestWith(headers, '192.0.2.1'))).toBe(address);
  expect(untrusted).toEqual(address === '192.0.2.1' ? ['192.0.2.1'] : []);
});

test('a request id is taken over when it is a short token', () => {
  for (const id of ['a', 'A.b_c:d-9', 'x'.repeat(128)])
    expect(requestIdOf(requestWith({ 'x-request-id': id }))).toBe(id);
  for (const id of ['', 'a b', 'x'.repeat(129), 'a\nb', 'é'])
    expect(requestIdOf(requestWith({ 'x-request-id': id }))).toMatch(/^[0-9a-f-]{36}$/);
});

test('an idempotency key has 1 to 255 printable characters', () => {
  expect(idempotencyKeyOf(requestWith({}))).toBeUndefined();
  expect(idempotencyKeyOf(requestWith({ 'idempotency-key': 'k'.repeat(255) }))).toBe('k'.repeat(255));
  for (const key of ['', 'k'.repeat(256), 'a\u00e9'])
    expect(() => idempotencyKeyOf(requestWith({ 'idempotency-key': key }))).toThrow(/^header\/idempotency-key/);
});

test('If-Match is one entity tag or *', () => {
  const of = (tag: string) => ifMatchOf(requestWith({ 'if-match': tag }));
  expect(ifMatchOf(requestWith({}))).toEqual({ etag: undefined, isGiven: false });
  expect(of('*')).toEqual({ etag: undefined, isGiven: true });
  expect(of('"7"')).toEqual({ etag: '"7"', isGiven: true });
  for (const tag of ['7', '"7", "8"', '']) expect(() => of(tag)).toThrow(/^header\/if-match/);
});

test('If-None-Match of a change is *', () => {
  expect(mustNotExist(requestWith({}))).toBe(false);
  expect(mustNotExist(requestWith({ 'if-none-match': ' * ' }))).toBe(true);
  expect(() => mustNotExist(requestWith({ 'if-none-match': '"1"' }))).toThrow(/^header\/if-none-match/);
});

test('isolation is shared or isolated', () => {
  expect(isolationOf(requestWith({}))).toBe('shared');
  expect(isolationOf(requestWith({ 'taskdeck-isolation': 'isolated' }))).toBe('isolated');
  expect(() => isolationOf(requestWith({ 'taskdeck-isolation': 'Isolated' }))).toThrow(/shared or isolated/);
});

test.for([
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/merge-patch+json;charset="UTF-8"', true],
  ['application/json; charset=latin1', false],
  ['application/jsonp', false],
  ['text/json', false],
  ['', false],
] as const)('a body of type "%s" is JSON: %s', ([type, isJson]) => {
  const check = () => requireJson(requestWith({ 'content-type': type }));
  if (isJson) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code: 'UnsupportedMediaType' }));
});

test('a content coding other than identity is refused', () => {
  const json = { 'content-type': 'application/json' };
  expect(() => requireJson(requestWith({ ...json, 'content-encoding': 'identity' }))).not.toThrow();
  for (const coding of ['gzip', 'br', 'GZIP', ''])
    expect(() => requireJson(requestWith({ ...json, 'content-encoding': coding }))).toThrow(/Content-Encoding/);
});

test('a request has a body when it is sent in chunks or says a length that is not 0', () => {
  const given = [{}, { 'content-length': '0' }, { 'content-length': '1' }, { 'transfer-encoding': 'chunked' }];
  expect(given.map((headers) => hasBody(requestWith(headers)))).toEqual([false, false, true, true]);
});
