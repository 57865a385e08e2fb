import { expect, it } from 'vitest';
import { clientAddressOf, noteClientAddress, proxyList } from './client-address.ts';

function addressOf(remoteAddress: string, headers: Record<string, string>, trusted: string[]): string | undefined {
  const request = { headers: { ...headers }, socket: { remoteAddress } };
  noteClientAddress(request, proxyList(trusted));
  return clientAddressOf(new Headers(request.headers));
}

it('is the peer, whatever the browser claims', () => {
  const claims = { 'x-forwarded-for': '203.0.113.9', 'x-taskdeck-address': '203.0.113.9' };
  expect(addressOf('::ffff:198.51.100.7', claims, [])).toBe('198.51.100.7');
});

it('is what the last untrusted hop was, behind trusted proxies', () => {
  const claims = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.0.0.2' };
  expect(addressOf('10.0.0.1', claims, ['10.0.0.0/24'])).toBe('198.51.100.7');
  expect(addressOf('10.0.0.1', {}, ['10.0.0.1'])).toBe('10.0.0.1');
});
