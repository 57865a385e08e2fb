import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { listen } from '../../contract/testing/listen.ts';
import { AnswerCutOff, sendStream } from './stream-answer.ts';

test('bytes that are not there yet are not waited for when the caller has left', async () => {
  const { promise: opening, resolve: opened } = Promise.withResolvers<AbortSignal>();
  const { promise: sending, resolve: sent } = Promise.withResolvers<unknown>();
  const server = createServer((_request, response) => {
    const open = (signal: AbortSignal) => {
      opened(signal);
      return new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    };
    const answer = sendStream(response, { status: 200, headers: {}, open }, { isHead: false, rights: undefined });
    sent(answer.catch((error: unknown) => error));
  });
  const request = get({ port: await listen(server) });
  request.on('error', () => {}); // it is ended here
  const signal = await opening;
  expect(signal.aborted).toBe(false);
  request.destroy();
  expect(await sending).toBeInstanceOf(AnswerCutOff);
  expect(signal.aborted).toBe(true);
  server.close();
  await once(server, 'close');
});

test.each([
  ['fewer', 'abc'],
  ['more', 'abcdefgh'],
  ['as many', 'abcde'],
])('an answer for which there are %s bytes than it said is cut off, and is not waited for', async (count, bytes) => {
  const { promise: sending, resolve: sent } = Promise.withResolvers<unknown>();
  const server = createServer((_request, response) => {
    const open = async () => Readable.from([Buffer.from(bytes)]);
    const answer = { status: 200 as const, headers: { 'content-length': '5' }, open };
    sent(sendStream(response, answer, { isHead: false, rights: undefined }).catch((error: unknown) => error));
  });
  const answer = await fetch(`http://127.0.0.1:${await listen(server)}`)
    .then((response) => response.text())
    .catch(() => 'cut off');
  if (count === 'as many') expect([answer, await sending]).toEqual([bytes, expect.any(Response)]);
  else expect([answer, await sending]).toEqual(['cut off', expect.any(AnswerCutOff)]);
  server.close();
});
