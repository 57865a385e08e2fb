import { expect, test } from 'vitest';
import { checkEndpoint } from './endpoint.ts';

test.each([
  ['http://127.0.0.1:7700', 'http://127.0.0.1:7700'],
  ['http://127.9.9.9/', 'http://127.9.9.9'],
  ['http://localhost:1//', 'http://localhost:1'],
  ['http://[::1]:7700/base/', 'http://[::1]:7700/base'],
  ['https://tasks.example.com/a/b', 'https://tasks.example.com/a/b'],
])('%s is where the service may be', (given, endpoint) => {
  expect(checkEndpoint(given, false)).toBe(endpoint);
  expect(checkEndpoint(new URL(given), false)).toBe(endpoint);
});

test.each([
  'http://tasks.example.com',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://mylocalhost',
  'http://10.127.0.0.1.nip.io',
  'http://0.0.0.0',
  'http://[::2]',
])('%s would show the token to others, unless that is allowed', (endpoint) => {
  expect(() => checkEndpoint(endpoint, false)).toThrow('allowInsecureConnection');
  expect(checkEndpoint(endpoint, true)).toBe(endpoint);
});

test.each([
  '',
  'nonsense',
  'ftp://127.0.0.1',
  '127.0.0.1:7700',
  'https://me@host',
  'https://me:pw@host',
  'https://host?x=1',
  'https://host#x',
])('%j is no endpoint, whatever is allowed', (endpoint) => {
  expect(() => checkEndpoint(endpoint, true)).toThrow(TypeError);
});
