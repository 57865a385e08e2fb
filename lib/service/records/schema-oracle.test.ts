import { beforeAll, expect, test } from 'vitest';
import { type Scope, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
let blind = '';
const hidden = { $redacted: true };
beforeAll(async () => {
  blind = await service.key(...scopes.filter((scope): scope is Scope => scope !== 'sensitive/read'));
});

const call = (method: string, path: string, body?: object, token = blind) =>
  service.call(method, `/v1/stores/vault/${path}`, { token, ...(body && { body }) });

/** What a schema that is met by the hidden value, and one that is not, could make a difference to. */
const schemas = [true, false].flatMap((isMet) => {
  const pattern = isMet ? '^S' : '^Z';
  const card = { type: 'string', pattern };
  const ofCard = { properties: { card } };
  return [
    [
      ofCard,
      ...['then', 'else'].map((branch) => ({ if: ofCard, [branch]: { properties: { n: { const: 2 } } } })),
      { not: ofCard },
      { anyOf: [ofCard, { required: ['other'] }] },
      { oneOf: [ofCard, { required: ['n'] }] },
      { enum: [{ card: isMet ? 'SECRET-77' : 'Z', n: 1 }] },
      { properties: { list: { contains: card } } },
      { properties: { list: { uniqueItems: true } }, dependentSchemas: { n: ofCard } },
    ],
  ];
});

/** The answers to a save with markers, a restore and an undo of an entry, by somebody who may not see its hidden values. */
async function answersUnder(schema: object, id: string) {
  const value = { card: 'SECRET-77', n: 1, list: ['SECRET-77', 'b'] };
  await call('PUT', 'policy', {});
  expect((await call('PUT', `entries/${id}`, { value, sensitive: ['/card', '/list/0'] }, service.allKey)).status).toBe(
    201,
  );
  const receipt = (await call('DELETE', `entries/${id}`)).headers.get('taskdeck-receipt');
  expect((await call('PUT', 'policy', { schema })).status).toBe(201);
  const undone = await call('POST', 'undo', { receipt });
  const saved = await call('PUT', `entries/${id}`, { value: { card: hidden, n: 1, list: [hidden, 'b'] } });
  const restored = await call('POST', 'restore', { id, version: 1 });
  return [undone, saved, restored].map(({ status }) => status);
}

test('no schema tells whether a hidden value meets it, in a save, a restore or an undo', async () => {
  for (const [side, ofSide] of schemas.entries())
    for (const [at, schema] of ofSide.entries())
      expect([schema, ...(await answersUnder(schema, `entry-${side}-${at}`))]).toEqual([schema, 200, 200, 200]);
}, 60_000);
