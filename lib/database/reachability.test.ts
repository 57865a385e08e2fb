import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../contract/testing/listen.ts';
import type { Place } from './database-url.ts';
import { type Probe, Reachability } from './reachability.ts';

const open: { destroy(): void }[] = [];
afterAll(() => {
  for (const each of open) each.destroy();
});

/** A server in another process, which accepts one connection at a time and never sends anything. */
async function startServer(): Promise<{ child: ChildProcess; place: Place }> {
  const program =
    "require('net').createServer(() => {}).listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })";
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  open.push({ destroy: () => child.kill('SIGKILL') });
  if (child.stdout === null) throw new Error('the server has no output');
  const [line] = await once(child.stdout, 'data');
  return { child, place: { host: '127.0.0.1', port: Number(String(line)) } };
}

async function connectTo({ host, port }: Place): Promise<Socket> {
  const socket = connect({ host, port });
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Freezes a server and fills the queue of its connections: the system then drops the packets of further ones. */
async function freeze({ child, place }: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  child.kill('SIGSTOP');
  for (let tries = 0; tries < 20; tries += 1) {
    const socket = connect(place);
    open.push(socket);
    socket.on('error', () => {});
    const isAccepted = await Promise.race([once(socket, 'connect').then(() => true), sleep(200).then(() => false)]);
    if (!isAccepted) return;
  }
  throw new Error('the frozen server still accepts connections');
}

const endOf = (socket: Socket) =>
  Promise.race([once(socket, 'error').then(([error]) => error.code), sleep(10_000, 'still open', { ref: false })]);

test.concurrent('connections to a server that drops packets end within ten seconds, silent ones to a live server stay', async () => {
  const [frozen, silent] = [await startServer(), await startServer()];
  const reachability = new Reachability();
  const [lost, kept] = [await connectTo(frozen.place), await connectTo(silent.place)];
  reachability.watch(lost, frozen.place);
  reachability.watch(kept, silent.place);
  await freeze(frozen);
  expect(await Promise.all([endOf(lost), endOf(kept)])).toEqual(['ETIMEDOUT', 'still open']);
}, 20_000);

test.concurrent('a certain problem ends connections that are not silent, another one does not', async () => {
  const talking = createServer((socket) => {
    const timer = setInterval(() => socket.write('x'), 100);
    socket.on('close', () => clearInterval(timer)).on('error', () => {});
  });
  open.push({ destroy: () => talking.close() });
  const place = { host: '127.0.0.1', port: await listen(talking) };
  const watched = async (isCertain: boolean) => {
    const probe: Probe = async () => ({ problem: 'it is no longer the primary', isCertain });
    const socket = await connectTo(place);
    socket.resume();
    new Reachability(probe).watch(socket, place);
    return Promise.race([once(socket, 'error').then(([error]) => error.message), sleep(12_000, 'still open')]);
  };
  expect(await Promise.all([watched(true), watched(false)])).toEqual(['it is no longer the primary', 'still open']);
}, 20_000);

test.concurrent('nothing is looked for at a server for a request whose connection has ended, also after a change to TLS', async () => {
  const { place } = await startServer();
  let searches = 0;
  const reachability = new Reachability(undefined, async () => {
    searches += 1;
    return false;
  });
  const [ended, kept] = [await connectTo(place), await connectTo(place)];
  reachability.watch(ended, place);
  reachability.watch(kept, place);
  ended.write('a request');
  await sleep(1_200); // two looks: an answer is owed
  ended.removeAllListeners(); // as the driver does when it changes to TLS
  ended.destroy();
  const end = await Promise.race([once(kept, 'error').then(([error]) => error.message), sleep(12_000, 'still open')]);
  expect({ searches, end }).toEqual({ searches: 0, end: 'still open' });
}, 20_000);
