import { once } from 'node:events';
import { createServer, get } from 'node:http';
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
