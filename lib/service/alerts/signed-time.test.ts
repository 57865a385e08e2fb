import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { type AlertMessage, createOutlet, parseHttpAllow } from '#engine';
import { listen } from '../../contract/testing/listen.ts';
import { sendOver } from './send-over.ts';

test('a signature has the time of the database: receivers refuse what looks old', async () => {
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  const url = `http://127.0.0.1:${await listen(receiver)}/hook`;
  const now = Date.UTC(2031, 0, 1);
  const outlet = createOutlet(parseHttpAllow('127.0.0.0/8'));
  const send = sendOver({ outlet, smtp: undefined, dashboardUrl: undefined, clock: { now: () => now } });
  const received = once(receiver, 'request');
  const message: AlertMessage = {
    ...{ id: 'n', kind: 'test', createdOn: '2031-01-01T00:00:00.000Z', subjects: [] },
    alert: { id: 'a', name: 'A', condition: 'failure' },
  };
  const channel = { id: 'c', kind: 'webhook', url, signingKey: 'a signing key' } as const;
  await send(channel, message, { id: 'delivery', signal: AbortSignal.timeout(10_000) });
  const [{ headers }] = await received;
  expect(headers['webhook-timestamp']).toBe(String(now / 1_000));
  receiver.closeAllConnections();
  receiver.close();
});
