import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { listen } from '../contract/testing/listen.ts';
import { started } from '../contract/testing/started.ts';
import { openSocket } from './open-socket.ts';
import { selfSigned } from './testing/self-signed.ts';

const real = started(createTestDatabase, 'drop');

/** A relay to PostgreSQL that speaks TLS. */
async function startRelay(): Promise<{ port: number; stop(): void }> {
  const target = new URL(real.url);
  const certificate = selfSigned('localhost');
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write('S');
        const incoming = new TLSSocket(socket, { isServer: true, ...certificate });
        const outgoing = connectSocket(Number(target.port), target.hostname);
        for (const each of [incoming, outgoing]) each.on('error', () => outgoing.destroy());
        incoming.pipe(outgoing).pipe(incoming);
      });
  });
  return { port: await listen(server), stop: () => server.close() };
}

test('an encrypted connection that ends while something is written to it fails its queries, and nothing else', async () => {
  const relay = await startRelay();
  const url = new URL(real.url);
  url.searchParams.set('sslmode', 'require');
  let socket: Socket | undefined;
  const open = () => {
    socket = openSocket({ host: 'localhost', port: relay.port });
    return socket;
  };
  const options: postgres.Options<never> & { socket(): Socket } = { max: 1, backoff: () => 0.01, socket: open };
  const database = postgres(url.href, options);
  for (let time = 0; time < 20; time += 1) {
    const isUsable = () =>
      database`select 1`.then(
        () => true,
        () => false,
      );
    await expect.poll(isUsable, { interval: 10 }).toBe(true);
    const lost = Promise.allSettled([database`select ${'a'}::text`, database`select ${'b'}::text`]);
    await Promise.resolve();
    socket?.destroy(Object.assign(new Error('lost'), { code: 'ETIMEDOUT' }));
    expect((await lost)[0]?.status).toBe('rejected');
  }
  await database.end({ timeout: 0 });
  relay.stop();
});
