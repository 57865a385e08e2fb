import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadSecretsKey } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';
import { onceForKey } from './idempotency.ts';

const service = started(startTestService, 'close');

test.each([
  ['a secret', 'PUT', '/v1/secrets/PIN', { value: '1234' }, { value: '1235' }],
  ['a task', 'POST', '/v1/tasks', { type: 'test.echo', input: '1234' }, { type: 'test.echo', input: '1235' }],
])('what is kept of a request for %s does not tell a guessed value', async (_, method, path, body, changed) => {
  const headers = { 'idempotency-key': 'pin' };
  const send = (value: unknown) => service.call(method, path, { token: service.allKey, body: value, headers });
  const { status, text } = await send(body);
  expect(status).toBe(201);
  const kept = await service.database<{ text: string }[]>`
    select answer::text as text from idempotent_answer answer union all
    select creation::text from task_idempotency creation`;
  const guess = createHash('sha256').update(JSON.stringify(body));
  for (const encoding of ['base64url', 'hex'] as const)
    expect(JSON.stringify(kept)).not.toContain(guess.copy().digest(encoding));
  const ofFirst = (sent: string) => JSON.parse(sent).etag;
  const again = await send(body);
  expect({ status: again.status, etag: ofFirst(again.text) }).toEqual({ status, etag: ofFirst(text) });
  expect(await send(changed)).toMatchObject({ status: 409, body: { code: 'IdempotencyKeyReused' } });
});

test('a key that a service of before has kept is still of its body', async () => {
  const bodyHash = createHash('sha256').update('old').digest('base64url');
  const secretsKey = await loadSecretsKey({ dataFolder: service.dataFolder });
  const ask = (hash: string) =>
    onceForKey(
      { database: service.database, secretsKey },
      { identity: 'apiKey:x', key: 'before', operation: 'op', bodyHash: hash },
      () => Promise.reject(new Error('it is done already')),
      () => Promise.resolve({ status: 200, body: 'again', headers: {} }),
    );
  await service.database`
    insert into idempotent_answer (identity, key, operation, body_hash, status, claimed_on)
    values ('apiKey:x', 'before', 'op', ${bodyHash}, 200, now() - interval '1 minute')`;
  expect((await ask(bodyHash)).answer.body).toBe('again');
  await expect(ask('another')).rejects.toMatchObject({ code: 'IdempotencyKeyReused' });
});
