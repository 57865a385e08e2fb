import { createHttpHeaders, createPipelineRequest, type PipelineResponse } from '@azure/core-rest-pipeline';
import { expect, test } from 'vitest';
import { noteWaiting } from '../sent-operation.ts';
import { connectionLimitPolicy } from './connection-limit.ts';

/** Sends calls through a limit of two. Each stays in flight until it is ended. */
function start() {
  const { sendRequest } = connectionLimitPolicy(2);
  const inFlight: string[] = [];
  const ends = new Map<string, () => void>();
  const settle = async () => void (await new Promise((resolve) => setImmediate(resolve)));
  return {
    inFlight,
    settle,
    send(name: string, change: (request: ReturnType<typeof createPipelineRequest>) => void = () => {}) {
      const request = createPipelineRequest({ url: `http://x/${name}` });
      change(request);
      const answer = sendRequest(request, async (sent): Promise<PipelineResponse> => {
        inFlight.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.set(name, resolve);
        await promise;
        inFlight.splice(inFlight.indexOf(name), 1);
        if (name.startsWith('bad')) throw new Error('no answer');
        return { request: sent, status: 200, headers: createHttpHeaders() };
      });
      answer.catch(() => {});
      return answer;
    },
    async end(name: string) {
      ends.get(name)?.();
      await settle();
    },
  };
}

test('calls beyond the limit wait in line, in their order, also behind one that fails', async () => {
  const { send, end, inFlight, settle } = start();
  for (const name of ['a', 'bad', 'c', 'd', 'e']) void send(name);
  await settle();
  expect(inFlight).toEqual(['a', 'bad']);
  await end('bad');
  expect(inFlight).toEqual(['a', 'c']);
  await end('a');
  await end('c');
  expect(inFlight).toEqual(['d', 'e']);
  await end('d');
  await end('e');
  for (const name of ['f', 'g', 'h']) void send(name);
  await settle();
  expect(inFlight).toEqual(['f', 'g']);
});

test('who is aborted in line leaves it, and the next one has its place', async () => {
  const { send, end, inFlight } = start();
  const controller = new AbortController();
  for (const name of ['a', 'b']) void send(name);
  const left = send('c', (request) => {
    request.abortSignal = controller.signal;
  });
  void send('d');
  controller.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  await end('a');
  expect(inFlight).toEqual(['b', 'd']);
});

test('calls of unknown duration are not counted', async () => {
  const { send, inFlight, settle } = start();
  for (const name of ['a', 'b', 'c']) void send(name, noteWaiting);
  void send('stream', (request) => {
    request.streamResponseStatusCodes = new Set([200]);
  });
  for (const name of ['d', 'e', 'f']) void send(name);
  await settle();
  expect(inFlight).toEqual(['a', 'b', 'c', 'stream', 'd', 'e']);
});
