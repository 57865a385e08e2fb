import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { createAlert, parseSecretsKey, readSecrets, type SecretsKey, seal, setSecret, updateAlert } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { createSigningKeys } from '../access/signing-keys.ts';
import { onceForKey } from '../http/idempotency.ts';
import { noteCompletionKey } from '../tasks/completion-keys.ts';
import { readKeyUse, rotateKeys } from './rotate-keys.ts';

const fresh = started(createTestDatabase, 'drop');

function keysOf(...bytes: number[]): SecretsKey {
  const key = parseSecretsKey(bytes.map((byte) => Buffer.alloc(32, byte).toString('base64')).join(','));
  if (key === undefined) throw new Error('they are keys');
  return key;
}
const answer = { status: 200, body: 'kept', headers: {} };
const request = (key: string) => ({ identity: 'apiKey:x', key, operation: 'op', bodyHash: 'h' });
const ask = (secretsKey: SecretsKey, key: string) =>
  onceForKey(
    { database: fresh.database, secretsKey },
    request(key),
    () => Promise.resolve(answer),
    () => Promise.resolve({ ...answer, body: 'again' }),
  );

test('after a rotation the current key alone reads everything, and a new key signs', async () => {
  const { database } = fresh;
  const [old, both, current] = [keysOf(1), keysOf(2, 1), keysOf(2)];
  const user = { type: 'a', queue: 'default' };
  for (let n = 0; n < 205; n++) await ask(old, `key ${n}`);
  await setSecret(database, old, { name: 'A', value: 'one', hosts: ['x.example'] }, { name: 'ada' });
  const channels = [{ kind: 'webhook' as const, url: 'https://x.example', signingKey: 'a key of a webhook' }];
  const rule = {
    name: 'a',
    condition: { kind: 'cause' as const },
    channels,
    isEnabled: false,
    repeatAfterInMs: 60_000,
  };
  const { id } = await createAlert(database, old, rule, { name: 'ada' });
  const asked = seal(old, 'approval requests', 'what is asked for', 'c1c54a3b-0c9c-4b21-9a4e-7d0b3f1f6f11');
  await database`
    insert into approval (id, operation, shown, reason, owner, asked_by, expires_on, sealed_request, sealed_with)
    values ('c1c54a3b-0c9c-4b21-9a4e-7d0b3f1f6f11', 'SetSecret', '{}', 'r', 'o', 'a', now(), ${asked.sealed}, ${asked.sealedWith})`;
  const signedBefore = await createSigningKeys(database, old).current();
  expect((await createSigningKeys(database, both).current()).id).toBe(signedBefore.id);
  expect(await readKeyUse(database, both)).toEqual({
    secrets: { current: 0, former: 1, unknown: 0 },
    'signing keys': { current: 0, former: 1, unknown: 0 },
    'sign-in tokens': { current: 0, former: 0, unknown: 0 },
    'alert channels': { current: 0, former: 1, unknown: 0 },
    'approval requests': { current: 0, former: 1, unknown: 0 },
    answers: { current: 0, former: 205, unknown: 0 },
    requests: { current: 0, former: 205, unknown: 0 },
    'completion tokens': { current: 0, former: 0, unknown: 0 },
  });
  expect((await readKeyUse(database, current)).secrets).toEqual({ current: 0, former: 0, unknown: 1 });

  expect(await rotateKeys(database, both)).toEqual({
    secrets: { current: 1, former: 0, unknown: 0 },
    'signing keys': { current: 2, former: 0, unknown: 0 },
    'sign-in tokens': { current: 0, former: 0, unknown: 0 },
    'alert channels': { current: 1, former: 0, unknown: 0 },
    'approval requests': { current: 1, former: 0, unknown: 0 },
    answers: { current: 205, former: 0, unknown: 0 },
    requests: { current: 205, former: 0, unknown: 0 },
    'completion tokens': { current: 0, former: 0, unknown: 0 },
  });
  expect(await readKeyUse(database, current)).toEqual(await readKeyUse(database, both));
  expect(await readSecrets(database, current, ['A'], user)).toEqual([
    { name: 'A', value: 'one', hosts: ['x.example'] },
  ]);
  await updateAlert(database, current, id, { name: 'b' }, { name: 'ada' });
  expect(await ask(current, 'key 204')).toEqual({ answer, isReplay: true, isFirstAnswer: true });
  const keys = createSigningKeys(database, current);
  expect((await keys.current()).id).not.toBe(signedBefore.id);
  expect(await keys.find(signedBefore.id)).toBeDefined();
});

test('values of unknown keys stay as they are, and a rotation is no change of a secret', async () => {
  const { database } = fresh;
  const [both, foreign] = [keysOf(4, 2), keysOf(9)];
  await setSecret(database, foreign, { name: 'FOREIGN', value: 'x' }, { name: 'ada' });
  const before = await database`select name, modified_on, modified_by from secret order by name`;
  expect((await rotateKeys(database, both)).secrets).toEqual({ current: 1, former: 0, unknown: 1 });
  expect([...(await database`select name, modified_on, modified_by from secret order by name`)]).toEqual([...before]);
  expect(await readSecrets(database, foreign, ['FOREIGN'], { type: 'a', queue: 'q' })).toMatchObject([{ value: 'x' }]);
});

test('tasks that were created while a former key signed need it until their first run has ended', async () => {
  const { database } = fresh;
  const [old, both, rolled] = [keysOf(5), keysOf(6, 5), keysOf(6)];
  const create = (id: string, createdOn: string, runCount = 1) => database`
    with made as (
      insert into task (id, type, queue, priority, tags, created_by, modified_by, owner, created_on)
      values (${id}, 'a', 'default', 0, '{}', 'test', 'test', 'test', now() + ${createdOn}::interval) returning key
    )
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority)
    select key, ${runCount}, 'queued', 'create', 'test', 'a', 'default', 0 from made`;
  const tokens = async (key: SecretsKey) => (await readKeyUse(database, key))['completion tokens'];
  await create('before any note', '-1 day');
  await noteCompletionKey(database, old);
  await database`update completion_key set first_used_on = now() - interval '2 hours'`;
  await create('with the old one', '-1 hour');
  await create('another run', '-1 hour', 2);
  expect(await tokens(old)).toEqual({ current: 2, former: 0, unknown: 0 });
  expect(await tokens(both)).toEqual({ current: 0, former: 2, unknown: 0 });

  await database`update completion_key set last_used_on = now() - interval '30 minutes'`;
  await noteCompletionKey(database, both);
  await create('with the new one', '-10 minutes');
  expect(await tokens(both)).toEqual({ current: 1, former: 2, unknown: 0 });
  await rotateKeys(database, both);
  expect(await tokens(both), 'signed as before').toEqual({ current: 1, former: 2, unknown: 0 });
  expect(await tokens(rolled)).toEqual({ current: 3, former: 0, unknown: 0 });
  await database`delete from active_run where task_key in (select key from task where created_on < now() - interval '30 minutes')`;
  expect(await tokens(both)).toEqual({ current: 1, former: 0, unknown: 0 });
});
