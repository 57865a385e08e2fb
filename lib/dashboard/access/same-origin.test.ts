import { expect, it } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const host = 'tasks.example.com';
const writes = { isOriginNeeded: true };
const reads = { isOriginNeeded: false };

it('knows its own pages', () => {
  const own = new Headers({ host, origin: 'https://tasks.example.com', 'sec-fetch-site': 'same-origin' });
  expect(isSameOrigin(own, writes)).toBe(true);
  expect(isSameOrigin(new Headers({ host, 'sec-fetch-site': 'same-origin' }), reads)).toBe(true);
});

it.each([
  { host, origin: 'https://evil.example' },
  { host, origin: 'null' },
  { host, origin: 'https://tasks.example.com:444' },
  { host, origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  { host, 'sec-fetch-site': 'cross-site' },
  { host, 'sec-fetch-site': 'same-site', origin: 'https://tasks.example.com' },
])('refuses %j', (headers) => {
  expect(isSameOrigin(new Headers(headers), reads)).toBe(false);
  expect(isSameOrigin(new Headers(headers), writes)).toBe(false);
});

it('lets an address bar read, and nobody write without saying where from', () => {
  const typed = new Headers({ host, 'sec-fetch-site': 'none' });
  expect(isSameOrigin(typed, reads)).toBe(true);
  expect(isSameOrigin(typed, writes)).toBe(false);
  expect(isSameOrigin(new Headers({ host }), writes)).toBe(false);
});
