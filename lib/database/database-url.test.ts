import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

const hostsOf = (text: string) => parseDatabaseUrl(text)?.hosts.map(({ host, port }) => `${host} ${port}`);

test.each([
  ['postgres://one/db', ['one 5432']],
  ['postgresql://user:secret@one:5433/db', ['one 5433']],
  ['postgres://user:se%40cret@one:5433,other/db?target_session_attrs=read-write', ['one 5433', 'other 5432']],
  ['postgres://user@[fd00::1]:5433,[fd00::2]/db', ['fd00::1 5433', 'fd00::2 5432']],
])('the hosts of %s', (text, hosts) => {
  expect(hostsOf(text)).toEqual(hosts);
});

test.each([
  '',
  'one:5432/db',
  'https://one/db',
  'postgres://one:x/db',
  'postgres://one,,other/db',
  'postgres://one:99999,other/db',
])('refuses %s', (text) => {
  expect(parseDatabaseUrl(text)).toBeUndefined();
});

test('keeps user, password and database with the first host, and says which server is wanted', () => {
  const parsed = parseDatabaseUrl('postgres://me:se%3Acret@one,other/tasks?target_session_attrs=read-write');
  expect(parsed?.first).toMatchObject({ username: 'me', password: 'se%3Acret', host: 'one', pathname: '/tasks' });
  expect(parsed?.target).toBe('read-write');
});
