import { expect, test } from 'vitest';
import { leadsToHost, secretHost } from './secret-host.ts';

const leads = (url: string, ...hosts: string[]) => leadsToHost(new URL(url), hosts);

test('a host is compared without case and final dot, and with its port where it has one', () => {
  expect(leads('https://API.example.com./x', 'api.Example.com')).toBe(true);
  expect(leads('https://api.example.com:8443/', 'api.example.com')).toBe(true);
  expect(leads('https://api.example.com/', 'api.example.com:443')).toBe(true);
  expect(leads('http://api.example.com/', 'api.example.com:443')).toBe(false);
  expect(leads('https://api.example.com:8443/', 'api.example.com:443')).toBe(false);
  expect(leads('https://api.example.com/')).toBe(false);
});

test.each([
  'https://evil.example/api.example.com',
  'https://api.example.com.evil.example/',
  'https://xapi.example.com/',
  'https://example.com/',
  'https://api.example.com@evil.example/',
])('%s does not lead to api.example.com', (url) => {
  expect(leads(url, 'api.example.com')).toBe(false);
});

test('*. is every host below a domain, without the domain', () => {
  expect(leads('https://a.b.example.com/', '*.example.com')).toBe(true);
  expect(leads('https://example.com/', '*.example.com')).toBe(false);
  expect(leads('https://evilexample.com/', '*.example.com')).toBe(false);
});

test('addresses are compared in the form of URLs', () => {
  expect(leads('http://10.0.0.1:8080/', '10.0.0.1:8080')).toBe(true);
  expect(leads('http://[fd00::1]:8080/', '[FD00:0:0::1]:8080')).toBe(true);
  expect(leads('http://[fd00::2]:8080/', '[fd00::1]:8080')).toBe(false);
});

test('what is no host is refused', () => {
  for (const text of ['', '*', 'http://a', 'a/b', 'a:0', 'a b', '*.', 'a..b', 'a@b', '[x]'])
    expect([text, secretHost.safeParse(text).success]).toEqual([text, false]);
  for (const text of ['a', 'a.b', '*.a.b:1', '10.0.0.1', '[::1]:80'])
    expect([text, secretHost.safeParse(text).success]).toEqual([text, true]);
});
