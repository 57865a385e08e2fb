import { expect, it } from 'vitest';
import { startLocalServer } from '../../client/testing/local-server.ts';
import { createConnect } from '../access/connect.ts';
import { sharePresence } from './share-presence.ts';

async function answerTo(status: number, body: object, params: Record<string, string>) {
  await using server = await startLocalServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  const client = createConnect({ serviceUrl: server.url, allowInsecureService: false })({ key: 'k' });
  return await sharePresence(client, new URLSearchParams(params), new AbortController().signal);
}

const entry = { kind: 'entry', storeName: 'notes', id: 'a' };

it('names who else looks at a record, and nobody where the service refuses', async () => {
  const others = [{ name: 'ada' }];
  expect(await answerTo(200, { others }, entry)).toEqual({ others });
  expect(await answerTo(403, { code: 'OutsideBounds' }, entry)).toEqual({ others: [] });
  await expect(answerTo(401, { code: 'Unauthenticated' }, entry)).rejects.toMatchObject({ statusCode: 401 });
  await expect(answerTo(200, { others }, { kind: 'entry', id: 'a' })).rejects.toMatchObject({
    problem: { code: 'InvalidRequest' },
  });
});
