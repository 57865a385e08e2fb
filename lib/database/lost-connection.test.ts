import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import { listen } from '../contract/testing/listen.ts';
import { connect, type Database } from './connect.ts';
import { failureKind } from './failure-kind.ts';
import { listen as hear } from './listen.ts';

let real: TestDatabase;
let relay: Relay;
let database: Database;

beforeEach(async () => {
  real = await createTestDatabase();
  relay = await startRelay(real.url);
  database = connect(relay.url, { connections: 1 });
  await database`select 1`;
});
afterEach(async () => {
  await database.end({ timeout: 0 });
  await relay.stop();
  await real.drop();
});

type Relay = {
  url: string;
  cut(how: 'reset' | 'end'): void;
  /** Forwards nothing more on the open connections, or only no answers. */
  swallow(what: 'all' | 'answers'): void;
  stop(): Promise<void>;
};

/**
 * A relay between driver and PostgreSQL that breaks connections: with a reset, as after kill -9, or with an orderly
 * end.
 */
async function startRelay(to: string): Promise<Relay> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  const server: Server = createServer((incoming) => {
    const outgoing = connectSocket(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) socket.on('error', () => outgoing.destroy());
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('swallow', (what) => {
      if (what === 'all') incoming.unpipe(outgoing).resume();
      outgoing.unpipe(incoming).resume();
    });
    sockets.add(incoming);
    incoming.on('close', () => sockets.delete(incoming));
  });
  const port = await listen(server);
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    cut(how) {
      for (const socket of sockets) how === 'reset' ? socket.resetAndDestroy() : socket.destroy();
    },
    swallow(what) {
      for (const socket of sockets) socket.emit('swallow', what);
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const settled = (work: Promise<unknown>) =>
  Promise.race([
    work.then(
      () => 'done',
      () => 'refused',
    ),
    new Promise((resolve) => setTimeout(resolve, 2_000, 'never settled')),
  ]);

test('a transaction that its process leaves alone is rolled back, and frees its locks', async () => {
  const frozen = connect(real.url, { connections: 1, maximumIdleInTransactionInMs: 100 });
  const thawed = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const late = frozen.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(1)`;
    begun.resolve();
    await thawed.promise;
    await transaction`select 1`;
  });
  late.catch(() => {}); // it fails while it waits for the lock
  await begun.promise;
  expect(await settled(database`select pg_advisory_xact_lock(1)`.then(() => {}))).toBe('done');
  thawed.resolve();
  expect(await settled(late)).toBe('refused');
  expect(await settled(frozen`select 1`)).toBe('done');
  await frozen.end({ timeout: 0 });
});

for (const how of ['reset', 'end'] as const) {
  test(`${how}: a transaction whose connection is lost fails, and the pool's connection is of use again`, async () => {
    const lost = database.begin((transaction) => transaction`select pg_sleep(60)`);
    setTimeout(() => relay.cut(how), 100);
    expect(await settled(lost)).toBe('refused');
    for (let index = 0; index < 5; index++) expect(await settled(database`select ${index}::int`)).toBe('done');
  });

  test(`${how}: what a transaction does after its connection is lost reaches no other one's`, async () => {
    let goOn = () => {};
    const late = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let after: Promise<unknown> = Promise.resolve();
    const lost = database.begin(async (transaction) => {
      await transaction`select pg_sleep(60)`.catch(() => {});
      await late;
      after = transaction`select 1`;
      await after;
    });
    setTimeout(() => relay.cut(how), 100);
    expect(await settled(lost)).toBe('refused');
    const next = database.begin(async (transaction) => {
      const [before] = await transaction`select txid_current()::text as id`;
      goOn();
      expect(await settled(late.then(() => after))).toBe('refused');
      const [now] = await transaction`select txid_current()::text as id`;
      expect(now).toEqual(before);
    });
    expect(await settled(next)).toBe('done');
  });

  test(`${how}: a query sent the moment another failed is refused or done, and none after it waits`, async () => {
    const first = database`select pg_sleep(60)`.catch(() => settled(database`select 2`));
    setTimeout(() => relay.cut(how), 100);
    expect(await first).not.toBe('never settled');
    for (let index = 0; index < 5; index++) expect(await settled(database`select ${index}::int`)).toBe('done');
  });
}

test('connections that swallow what is sent end, and one on which the server works for long does not', async () => {
  const halfway = connect(relay.url, { connections: 1, name: 'halfway' });
  await halfway`select 1`;
  relay.swallow('answers');
  // the server has the statement, and waits for its values: it counts as active
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const lostHalfway = halfway`select ${'a value'}::text`.catch(failureKind);
  const pool = connect(relay.url, { connections: 2, name: 'swallowed' });
  const listener = connect(relay.url, { connections: 1, name: 'listener' });
  const heard: string[] = [];
  await hear(listener, 'news', (payload) => heard.push(payload));
  await Promise.all([pool`select pg_sleep(0.1)`, pool`select pg_sleep(0.1)`]);
  relay.swallow('all');
  const lost = [pool`select 1`.catch(failureKind)];
  const lasting = connect(relay.url, { connections: 1, name: 'lasting' });
  const slow = lasting`select pg_sleep(14)`.then(() => 'done', failureKind);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  lost.push(pool`select 2`.catch(failureKind));
  expect(await Promise.all(lost)).toEqual(['away', 'away']);
  await expect.poll(() => settled(pool`select 1`)).toBe('done');
  expect(await slow).toBe('done');
  expect(await Promise.race([lostHalfway, 'waits'])).toBe('away');
  const tell = async () => {
    await pool`select pg_notify('news', 'told')`;
    return heard.length;
  };
  await expect.poll(tell, { timeout: 15_000, interval: 500 }).toBeGreaterThan(0);
  await Promise.all([pool, lasting, listener, halfway].map((one) => one.end({ timeout: 0 })));
}, 40_000);

test('a proxy that closes before it answers fails a query at once, and is not asked again without a pause', async () => {
  let connections = 0;
  const proxy = createServer((socket) => {
    connections += 1;
    socket.once('data', () => socket.end());
  });
  const port = await listen(proxy);
  const away = connect(`postgres://nobody@127.0.0.1:${port}/none`, { connections: 1 });
  for (let query = 0; query < 3; query += 1)
    await expect(away`select 1`).rejects.toSatisfy((error) => failureKind(error) === 'away');
  expect(connections).toBe(3);
  await away.end({ timeout: 0 });
  await new Promise((resolve) => proxy.close(resolve));
});
