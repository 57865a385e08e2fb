import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, portOf } from '../../contract/testing/listen.ts';
import { UntakenAnswers } from './untaken-answers.ts';

const answerBytes = 16 * 1024 * 1024;
const untaken = new UntakenAnswers(2.5 * answerBytes);
/** The owner is the path. */
const server = createServer((request, response) => {
  untaken.add(request.url ?? '', response, answerBytes);
  response.end('x'.repeat(answerBytes));
});
beforeAll(() => listen(server));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Asks, and takes no more of the answer than the network keeps. */
async function askAndNotRead(owner: string): Promise<Socket> {
  const socket = connect(portOf(server), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET /${owner} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** Reads what is left, and returns how much of the whole answer came. */
async function lengthOf(socket: Socket): Promise<number> {
  let length = 0;
  for await (const chunk of socket.on('end', () => socket.destroy())) {
    length += chunk.length;
    if (length > answerBytes) break;
  }
  return length;
}

test('the connections with the oldest answers end when an owner takes too little, and nobody else loses one', async () => {
  const other = await askAndNotRead('other');
  const first = await askAndNotRead('slow');
  const second = await askAndNotRead('slow');
  const third = await askAndNotRead('slow');
  expect(await lengthOf(first).catch(() => 0)).toBeLessThan(answerBytes);
  for (const socket of [second, third, other]) expect(await lengthOf(socket)).toBeGreaterThan(answerBytes);
});

test('answers that are taken do not count', async () => {
  for (let count = 0; count < 5; count += 1)
    expect(await lengthOf(await askAndNotRead('reader'))).toBeGreaterThan(answerBytes);
});
