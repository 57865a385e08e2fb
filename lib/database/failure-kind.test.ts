import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { listen } from '../contract/testing/listen.ts';
import { started } from '../contract/testing/started.ts';
import { connect } from './connect.ts';
import { type FailureKind, failureKind, isLoginRefused } from './failure-kind.ts';
import { selfSigned } from './testing/self-signed.ts';
import { createTestDatabase } from './testing.ts';

const fixture = started(createTestDatabase, 'drop');

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function raised(code: string): Promise<unknown> {
  const statement = `do $$ begin raise exception 'made for the test' using errcode = '${code}'; end $$`;
  return failureOf(fixture.database.unsafe(statement));
}

test.each<[string, FailureKind]>([
  ['40P01', 'raceLost'],
  ['40001', 'raceLost'],
  ['53100', 'overloaded'],
  ['53200', 'overloaded'],
  ['57014', 'overloaded'],
  ['58030', 'overloaded'],
  ['55P03', 'overloaded'],
  ['25006', 'overloaded'],
  ['53300', 'away'],
  ['57P01', 'away'],
  ['57P03', 'away'],
  ['08006', 'away'],
  ['23505', 'refused'],
  ['22P05', 'refused'],
  ['TDL01', 'refused'],
  ['28P01', 'away'],
  ['3D000', 'away'],
])('an error %s of PostgreSQL is %s', async (code, kind) => {
  const error = await raised(code);
  expect(error).toBeInstanceOf(postgres.PostgresError);
  expect(failureKind(error)).toBe(kind);
});

test('a session that is ended by an administrator is away', async () => {
  const database = connect(fixture.url, { connections: 1 });
  const sleeping = failureOf(database`select pg_sleep(30), 'to be ended'`.execute());
  await expect
    .poll(
      () => fixture.database`
        select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%to be ended%' and pid <> pg_backend_pid() and state = 'active'`,
    )
    .toHaveLength(1);
  expect(failureKind(await sleeping)).toBe('away');
  await database.end({ timeout: 1 });
});

test('a server that cannot be reached is away', async () => {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  const database = connect(`postgres://nobody@127.0.0.1:${port}/none`);
  expect(failureKind(await failureOf(database`select 1`))).toBe('away');
  await database.end({ timeout: 1 });
});

test.each<[string, (socket: Socket) => unknown, boolean]>([
  [
    'shows a certificate that is not trusted',
    (socket) => new TLSSocket(socket, { isServer: true, ...selfSigned('localhost') }),
    true,
  ],
  [
    'does not speak TLS',
    (socket) => socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
    false,
  ],
])('a server that %s is away: the work was not sent', async (_, goOn, isRefused) => {
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('S');
        goOn(socket);
      });
  });
  const port = await listen(server);
  const database = connect(`postgres://nobody@localhost:${port}/none?sslmode=verify-full`, { connections: 1 });
  const error = await failureOf(database`select 1`);
  expect([failureKind(error), isLoginRefused(error)]).toEqual(['away', isRefused]);
  await database.end({ timeout: 0 });
  await new Promise((resolve) => server.close(resolve));
});

test('a database that does not exist refuses the login', async () => {
  const database = connect(fixture.url.replace(/\/[^/]+$/, '/no_such_database'), { connections: 1 });
  expect(isLoginRefused(await failureOf(database`select 1`))).toBe(true);
  expect(isLoginRefused(await raised('23505'))).toBe(false);
  await database.end({ timeout: 1 });
});

test('an error of the program is refused, whatever code it has: a retry would repeat it for ever', async () => {
  // what the types refuse, and a program can send all the same
  const undefinedValue = await failureOf(fixture.database`select ${undefined as never}`); // as code without types may
  expect(undefinedValue).toMatchObject({ code: 'UNDEFINED_VALUE' });
  expect(failureKind(undefinedValue)).toBe('refused');
  expect(failureKind(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe('refused');
  expect(failureKind(new TypeError('a mistake'))).toBe('refused');
  expect(failureKind('text')).toBe('refused');
});
