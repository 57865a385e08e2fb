import { expect, it } from 'vitest';
import { readCookie, sessionLifetimeInSeconds } from './session-cookie.ts';

const read = (cookie: string) => readCookie(new Headers({ cookie }), 'a');

it.each([
  ['a=1', '1'],
  ['b=2; a=1;c=3', '1'],
  ['b=2;a=1', '1'],
  ['a=1; a=2', '2'],
  ['a=x=y==', 'x=y=='],
  ['a=', ''],
  ['ba=1', undefined],
  ['a', undefined],
  ['ab=1', undefined],
])('of %j the cookie a is %j', (header, value) => {
  expect(read(header)).toBe(value);
});

it('a request without cookies has none', () => {
  expect(readCookie(new Headers(), 'a')).toBeUndefined();
});

it('the cookie lives as long as the longest session, 30 days', () => {
  expect(sessionLifetimeInSeconds).toBe(30 * 86_400);
});
