import { expect, test } from 'vitest';
import { isAllowed, parseHttpAllow } from './http-allow.ts';

const allows = (list: string, host: string, port: number, address = host) =>
  isAllowed(parseHttpAllow(list), { host, port, address });

test('an address is allowed at its port, or at every port', () => {
  expect(allows('127.0.0.1:8080', '127.0.0.1', 8080)).toBe(true);
  expect(allows('127.0.0.1:8080', '127.0.0.1', 8081)).toBe(false);
  expect(allows('127.0.0.1', '127.0.0.1', 1)).toBe(true);
  expect(allows('127.0.0.1', '127.0.0.2', 1)).toBe(false);
  expect(allows('[::1]:8080', '::1', 8080)).toBe(true);
  expect(allows('[::1]:8080', '::1', 80)).toBe(false);
  expect(allows('::1', '::1', 80)).toBe(true);
});

test('a network is compared with the address, whatever the name and the form', () => {
  expect(allows('10.0.0.0/8', 'db.internal', 443, '10.255.0.1')).toBe(true);
  expect(allows('10.0.0.0/8', 'db.internal', 443, '::ffff:10.255.0.1')).toBe(true);
  expect(allows('10.0.0.0/8', '10.0.0.1.example', 443, '11.0.0.1')).toBe(false);
  expect(allows('10.0.0.0/8:443', 'db.internal', 80, '10.0.0.1')).toBe(false);
  expect(allows('fd00::/8', 'x', 443, 'fd12::1')).toBe(true);
  expect(allows('[fd00::/8]:443', 'x', 80, 'fd12::1')).toBe(false);
  expect(allows('0.0.0.0/0', 'x', 443, '::1')).toBe(false);
});

test('a name is compared with the host of the URL, *. with every host below', () => {
  expect(allows('Api.Internal', 'api.internal.', 443, '10.0.0.1')).toBe(true);
  expect(allows('api.internal', 'xapi.internal', 443, '10.0.0.1')).toBe(false);
  expect(allows('*.internal.example', 'a.b.internal.example', 443, '10.0.0.1')).toBe(true);
  expect(allows('*.internal.example', 'internal.example', 443, '10.0.0.1')).toBe(false);
  expect(allows('*.internal.example', 'evilinternal.example', 443, '10.0.0.1')).toBe(false);
  expect(allows('localhost:3000', 'localhost', 3001, '127.0.0.1')).toBe(false);
});

test('an empty list allows nothing, and entries may have spaces around', () => {
  expect(parseHttpAllow(' , ')).toEqual([]);
  expect(allows('', '127.0.0.1', 80)).toBe(false);
  expect(allows(' 10.0.0.1 , 127.0.0.1 ', '127.0.0.1', 80)).toBe(true);
});

test.each([
  ...['10.0.0.0/33', '10.0.0/8', '10.0.0.0/8/8', '300.1.1.1', '127.0.0.1:0', '127.0.0.1:65536', '127.0.0.1:http'],
  ...['127.0.0.1:', 'http://x', 'x/y', '*', '*.', 'a..b', 'a.*.b', '[::1', '[::1]80', '::1/129', 'a b', '-a'],
])('the entry %j is refused by name', (entry) => {
  expect(() => parseHttpAllow(`localhost,${entry}`)).toThrow(
    `TASKDECK_HTTP_ALLOW holds ${JSON.stringify(entry)}, which is not an address, a network`,
  );
});
