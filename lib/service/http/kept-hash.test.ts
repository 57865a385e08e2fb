import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadSecretsKey } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';
import { onceForKey } from './idempotency.ts';

const service = started(startTestService, 'close');

test('what is kept of a request does not tell a guessed password or secret', async () => {
  const body = { value: '1234' };
  const set = () =>
    service.call('PUT', '/v1/secrets/PIN', { token: service.allKey, body, headers: { 'idempotency-key': 'pin' } });
  const { status, text } = await set();
  expect(status).toBe(201);
  const [kept] = await service.database<{ text: string }[]>`
    select answer::text as text from idempotent_answer answer where key = 'pin'`;
  const guess = createHash('sha256').update(JSON.stringify(body));
  for (const encoding of ['base64url', 'hex'] as const) expect(kept?.text).not.toContain(guess.copy().digest(encoding));
  expect(await set()).toMatchObject({ status, text });
  const changed = service.call('PUT', '/v1/secrets/PIN', {
    ...{ token: service.allKey, body: { value: '1235' }, headers: { 'idempotency-key': 'pin' } },
  });
  expect(await changed).toMatchObject({ status: 409, body: { code: 'IdempotencyKeyReused' } });
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
