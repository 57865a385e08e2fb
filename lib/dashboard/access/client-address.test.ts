import { expect, it } from 'vitest';
import { clientAddressOf, noteClientAddress, proxyList, untrustedProxyOf } from './client-address.ts';

function noted(remoteAddress: string, headers: Record<string, string>, trusted: string[]): Headers {
  const request = { headers: { ...headers }, socket: { remoteAddress } };
  noteClientAddress(request, proxyList(trusted));
  return new Headers(request.headers);
}
const addressOf = (...given: Parameters<typeof noted>) => clientAddressOf(noted(...given));
const untrustedOf = (...given: Parameters<typeof noted>) => untrustedProxyOf(noted(...given));

it('is the peer, whatever the browser claims', () => {
  const claims = { 'x-forwarded-for': '203.0.113.9', 'x-taskdeck-address': '203.0.113.9' };
  expect(addressOf('::ffff:198.51.100.7', claims, [])).toBe('198.51.100.7');
});

it('is what the last untrusted hop was, behind trusted proxies', () => {
  const claims = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.0.0.2' };
  expect(addressOf('10.0.0.1', claims, ['10.0.0.0/24'])).toBe('198.51.100.7');
  expect(addressOf('10.0.0.1', {}, ['10.0.0.1'])).toBe('10.0.0.1');
});

it('names a peer that forwards without being trusted, and believes nobody who says so', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  expect(untrustedOf('::ffff:10.0.0.1', forwarded, [])).toBe('10.0.0.1');
  expect(untrustedOf('10.0.0.1', forwarded, ['10.0.0.0/24'])).toBeUndefined();
  expect(untrustedOf('10.0.0.1', { 'x-taskdeck-untrusted-proxy': '192.0.2.1' }, [])).toBeUndefined();
});
