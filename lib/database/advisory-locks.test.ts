import { connect as connectSocket, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../contract/testing/listen.ts';
import { holdLockBriefly } from './advisory-locks.ts';
import { connect } from './connect.ts';
import { createTestDatabase } from './testing.ts';

/** A way to the server that passes nothing on after a request that has this text, as if its process was frozen. */
async function freezingAfter(text: string, url: string) {
  const { hostname, port } = new URL(url);
  let isFrozen = false;
  const relay = createServer((incoming) => {
    const outgoing = connectSocket(Number(port), hostname);
    for (const socket of [incoming, outgoing]) socket.on('error', () => {});
    incoming.on('data', (chunk: Buffer) => {
      if (!isFrozen) outgoing.write(chunk);
      isFrozen ||= chunk.includes(text);
    });
    outgoing.on('data', (chunk: Buffer) => incoming.write(chunk)).on('close', () => incoming.destroy());
  });
  const through = new URL(url);
  through.port = String(await listen(relay));
  return { url: through.href, close: () => relay.close() };
}

test('a process that is frozen in the middle of a request does not keep a lock that is held briefly', async () => {
  const fixture = await createTestDatabase();
  const way = await freezingAfter('never bound', fixture.url);
  const frozen = connect(way.url, { connections: 1 });
  let hasLock = () => {};
  const locked = new Promise<void>((resolve) => {
    hasLock = resolve;
  });
  const held = frozen.begin(async (transaction) => {
    await holdLockBriefly(transaction, 'concurrencyKeys', 500);
    hasLock();
    await transaction`select ${1}::int as "never bound"`;
  });
  const isRefused = expect(held).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  await locked;
  await fixture.database.begin((transaction) => holdLockBriefly(transaction, 'concurrencyKeys', 15_000));
  expect(await fixture.database`show transaction_timeout`).toEqual([{ transaction_timeout: '0' }]);
  await isRefused;
  await frozen.end({ timeout: 1 });
  way.close();
  await fixture.drop();
});
