import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { listen } from '../contract/testing/listen.ts';
import { started } from '../contract/testing/started.ts';
import { connect } from './connect.ts';
import { requireSessions, shareSession } from './require-sessions.ts';

const real = started(createTestDatabase, 'drop');

test('PostgreSQL itself gives each connection a session', async () => {
  await requireSessions(real.url);
});

test('a session that two connections use is found', async () => {
  const [shared, own] = [connect(real.url, { connections: 1 }), connect(real.url, { connections: 1 })];
  expect(await shareSession(shared, shared)).toBe(true);
  expect(await shareSession(shared, own)).toBe(false);
  await Promise.all([shared.end({ timeout: 1 }), own.end({ timeout: 1 })]);
});

/** Answers each connection with the error that PgBouncer has for a setting that it does not know. */
async function startRefusing(): Promise<{ server: Server; url: string }> {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: tcp_user_timeout', ''];
  const body = Buffer.from(`${fields.join('\0')}\0`);
  const header = Buffer.alloc(5, 'E');
  header.writeInt32BE(body.length + 4, 1);
  const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([header, body]))));
  const port = await listen(server);
  return { server, url: `postgres://nobody@127.0.0.1:${port}/none` };
}

test('a pooler that refuses settings of a session is named as the cause', async () => {
  const { server, url } = await startRefusing();
  await expect(requireSessions(url)).rejects.toThrow(
    /DATABASE_URL leads to a pooler that refuses .*tcp_user_timeout.*pool_mode=session/,
  );
  await new Promise((resolve) => server.close(resolve));
});
