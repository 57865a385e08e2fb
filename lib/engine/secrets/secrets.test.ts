import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import {
  deleteSecret,
  knownSecretNames,
  listSecrets,
  loadSecretsKey,
  parseSecretsKey,
  resolveSecrets,
  type SecretsKey,
  seal,
  secretReferences,
  setSecret,
  unseal,
} from './index.ts';

let test_: TestDatabase;
let folder: string;
let key: SecretsKey;
beforeAll(async () => {
  test_ = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'taskdeck-secrets-'));
  key = await loadSecretsKey({ dataFolder: folder });
});
afterAll(async () => {
  await test_.drop();
  await rm(folder, { recursive: true });
});
const by = { name: 'ada@example.com' };

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
  const sealed = seal(key, 'héllo', 'NAME');
  expect(unseal(key, sealed, 'NAME')).toBe('héllo');
  expect(() => unseal(key, sealed, 'OTHER')).toThrow();
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
  expect(() => unseal(key, changed, 'NAME')).toThrow();
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
  expect(secretReferences(input)).toEqual(['TOKEN']);
  expect(await resolveSecrets(test_.database, key, input)).toEqual({ ...input, a: ['s3cr3t-value', 2n ** 60n] });
  expect(await knownSecretNames(test_.database, ['TOKEN', 'NONE'])).toEqual(new Set(['TOKEN']));
  expect(await deleteSecret(test_.database, 'TOKEN')).toBe(true);
  expect(await deleteSecret(test_.database, 'TOKEN')).toBe(false);
  await expect(resolveSecrets(test_.database, key, input)).rejects.toThrow('there is no secret "TOKEN"');
});

test('a secret of another key is a clear error, not garbage', async () => {
  const other = await loadSecretsKey({ dataFolder: join(folder, 'other') });
  await setSecret(test_.database, other, { name: 'FOREIGN', value: 'x' }, by);
  await expect(resolveSecrets(test_.database, key, { $secret: 'FOREIGN' })).rejects.toThrow(
    `was encrypted with key ${other.id}, this process has key ${key.id}`,
  );
});
