import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { JsonValue } from '#contract';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import { temporaryFolder } from '../../contract/testing/temporary-folder.ts';
import {
  deleteSecret,
  listSecrets,
  loadSecretsKey,
  parseSecretsKey,
  readSecrets,
  replaceSecretReferences,
  type SecretsKey,
  seal,
  secretReferences,
  setSecret,
  unseal,
  usableSecrets,
} from './index.ts';

const test_ = started(createTestDatabase, 'drop');
const folder = temporaryFolder('secrets');
let key: SecretsKey;
beforeAll(async () => {
  key = await loadSecretsKey({ dataFolder: folder });
});
const by = { name: 'ada@example.com' };
const user = { type: 'a', queue: 'default' };

test('processes that start together share one generated key, readable by its owner only', async () => {
  const fresh = join(folder, 'fresh');
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretsKey({ dataFolder: fresh })));
  expect(new Set(keys.map((each) => each.id)).size).toBe(1);
  expect((await stat(join(fresh, 'keys', 'secrets.key'))).mode & 0o777).toBe(0o600);
});

test('a configured key wins, and one that is not 32 bytes of base64 is refused without being shown', async () => {
  const text = randomBytes(32).toString('base64');
  expect((await loadSecretsKey({ key: text, dataFolder: folder })).id).toBe(parseSecretsKey(text)?.id);
  await expect(loadSecretsKey({ key: 'c2hvcnQ=', dataFolder: folder })).rejects.toThrow(
    'TASKDECK_SECRETS_KEY does not hold a key: 32 bytes in base64 are needed',
  );
});

test('what is sealed opens under its own key and label only', () => {
  const sealed = seal(key, 'secrets', 'héllo', 'NAME');
  expect(unseal(key, 'secrets', sealed, 'NAME')).toBe('héllo');
  expect(() => unseal(key, 'secrets', sealed, 'OTHER')).toThrow();
  const changed = Buffer.from(sealed.sealed);
  changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
  expect(() => unseal(key, 'secrets', { ...sealed, sealed: changed }, 'NAME')).toThrow();
});

test('a secret is encrypted at rest, resolved where it is referred to, and gone when deleted', async () => {
  await setSecret(test_.database, key, { name: 'TOKEN', value: 'first' }, by);
  await setSecret(test_.database, key, { name: 'TOKEN', value: 's3cr3t-value' }, by);
  const [row] = await test_.database<{ text: string }[]>`
    select encode(sealed_value, 'escape') as text from secret where name = 'TOKEN'`;
  expect(row?.text).not.toContain('s3cr3t-value');
  expect(await listSecrets(test_.database, { limit: 10 })).toMatchObject([
    { name: 'TOKEN', lastModifiedBy: by.name, lastModifiedOn: expect.stringMatching(/Z$/) },
  ]);
  const input = { a: [{ $secret: 'TOKEN' }, 2n ** 60n], notOne: { $secret: 'TOKEN', more: 1 } };
  expect(await secretReferences(input)).toEqual(['TOKEN']);
  const open = await readSecrets(test_.database, key, ['TOKEN'], user);
  expect(await replaceSecretReferences(input, open)).toEqual({ ...input, a: ['s3cr3t-value', 2n ** 60n] });
  expect(await usableSecrets(test_.database, [...input.a, { $secret: 'NONE' }], user)).toEqual(new Set(['TOKEN']));
  expect(await deleteSecret(test_.database, 'TOKEN')).toBe(true);
  expect(await deleteSecret(test_.database, 'TOKEN')).toBe(false);
  await expect(readSecrets(test_.database, key, ['TOKEN'], user)).rejects.toThrow('there is no secret "TOKEN"');
});

test('a secret of another key is a clear error, not garbage', async () => {
  const other = await loadSecretsKey({ dataFolder: join(folder, 'other') });
  await setSecret(test_.database, other, { name: 'FOREIGN', value: 'x' }, by);
  await expect(readSecrets(test_.database, key, ['FOREIGN'], user)).rejects.toThrow(
    /^the secret "FOREIGN" cannot be decrypted: it was encrypted with the key [0-9a-f]{16}, which/,
  );
});

test('a secret is usable by its task types and queues only, and an unknown name is missing alike', async () => {
  const { database } = test_;
  await setSecret(database, key, { name: 'OPEN', value: 'x' }, by);
  await setSecret(database, key, { name: 'OF_TYPE', value: 'x', types: ['order'] }, by);
  await setSecret(database, key, { name: 'OF_QUEUE', value: 'x', queues: ['safe'] }, by);
  const input = ['OPEN', 'OF_TYPE', 'OF_QUEUE', 'NONE'].map((name) => ({ $secret: name }));
  const usable = async (type: string, queue: string) => [...(await usableSecrets(database, input, { type, queue }))];
  expect((await usable('order', 'safe')).toSorted()).toEqual(['OF_QUEUE', 'OF_TYPE', 'OPEN']);
  expect(await usable('other', 'default')).toEqual(['OPEN']);
  for (const name of ['OF_TYPE', 'OF_QUEUE', 'NONE'])
    await expect(readSecrets(database, key, [name], { type: 'other', queue: 'default' })).rejects.toThrow(
      `there is no secret "${name}" that this task may use`,
    );
  await setSecret(database, key, { name: 'OF_TYPE', value: 'x' }, by);
  expect((await usable('other', 'default')).toSorted()).toEqual(['OF_TYPE', 'OPEN']);
});

test('a secret of a request is usable when its hosts hold that of the URL, or when the URL is known in the run only', async () => {
  const { database } = test_;
  await setSecret(database, key, { name: 'HOOK', value: 'x', hosts: ['api.example.com', '*.hooks.example:8443'] }, by);
  const usable = async (type: string, input: JsonValue) =>
    (await usableSecrets(database, input, { type, queue: 'default' })).has('HOOK');
  const request = (url: JsonValue) => ({ url, headers: { authorization: { $secret: 'HOOK' } } });
  expect(await usable('http.request', request('https://api.example.com/x'))).toBe(true);
  expect(await usable('http.request', request('https://a.hooks.example:8443/'))).toBe(true);
  expect(await usable('http.request', request('https://evil.example/?u=api.example.com'))).toBe(false);
  expect(await usable('http.request', request('https://a.hooks.example/'))).toBe(false);
  expect(await usable('own.type', request('https://evil.example/'))).toBe(true);
  const step = (url: JsonValue) => ({ name: 'a', http: request(url) });
  expect(await usable('workflow', { steps: [step('https://api.example.com/')] })).toBe(true);
  expect(await usable('workflow', { steps: [step('https://api.example.com/'), step('https://evil.example/')] })).toBe(
    false,
  );
  expect(await usable('workflow', { steps: [step({ $text: ['https://', { $result: 'x' }] })] })).toBe(true);
});
