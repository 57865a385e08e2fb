import { expect, test } from 'vitest';
import { readServerSentEvents } from '../event-stream.ts';
import { TaskClient } from '../index.ts';
import { type Answer, json, startLocalServer } from '../testing/local-server.ts';

const options = { maximumAnswerBytes: 100_000, retry: { maximumRetries: 1, initialDelayInMs: 1 } };
const text = JSON.stringify({ id: 'x'.repeat(200_000) });
/** Sends for as long as somebody reads. */
const endless: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const send = () => {
    while (!response.destroyed && response.write('x'.repeat(10_000)));
  };
  response.on('drain', send);
  send();
};

test.each([
  ['long', json(200, text)],
  ['a long refusal', json(500, text)],
  ['endless', endless],
])('an answer that is %s is cut off, and not asked for again', async (_, answer) => {
  await using server = await startLocalServer(answer);
  const client = new TaskClient(server.url, { key: 'k' }, options);
  await expect(client.getIdentityAsync()).rejects.toMatchObject({
    name: 'RequestFailedError',
    code: 'UnexpectedAnswer',
    message: expect.stringContaining('longer than 100000 bytes'),
  });
  expect(server.received).toHaveLength(1);
});

test('an answer as long as allowed is read', async () => {
  const allowed = JSON.stringify({ id: 'é'.repeat(49_995) });
  await using server = await startLocalServer(json(200, allowed));
  expect(Buffer.byteLength(allowed)).toBe(options.maximumAnswerBytes - 1);
  expect(await new TaskClient(server.url, { key: 'k' }, options).getIdentityAsync()).toEqual(JSON.parse(allowed));
});

test('an event that never ends is not collected for ever', async () => {
  async function* endlessEvent(part: string) {
    for (let sent = 0; sent < 10_000; sent++) yield Buffer.from(part);
  }
  for (const part of ['data: x', 'data: x\n']) {
    const events = readServerSentEvents(endlessEvent(part), undefined, 10_000);
    await expect(events.next()).rejects.toThrow('longer than 10000');
  }
});
