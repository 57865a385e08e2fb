import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LosslessNumber, secretReference } from '#contract';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import {
  listSecrets,
  parseSecretsKey,
  readSecrets,
  replaceSecretReferences,
  type SecretsKey,
  seal,
  secretReferences,
  setSecret,
  unseal,
} from './index.ts';

let fresh: TestDatabase;
beforeAll(async () => {
  fresh = await createTestDatabase();
});
afterAll(() => fresh.drop());

const by = { name: 'ada' };
const user = { type: 'a', queue: 'default' };
function newKey(): SecretsKey {
  const key = parseSecretsKey(randomBytes(32).toString('base64'));
  if (key === undefined) throw new Error('32 bytes are a key');
  return key;
}

test('a key is exactly 32 bytes of base64', () => {
  for (const bytes of [0, 16, 31, 33, 64])
    expect(parseSecretsKey(randomBytes(bytes).toString('base64'))).toBeUndefined();
  expect(parseSecretsKey(`${'é'.repeat(43)}=`)).toBeUndefined();
  const text = randomBytes(32).toString('base64');
  expect(parseSecretsKey(`  ${text}\n`)).toEqual(parseSecretsKey(text));
  expect(parseSecretsKey(text)?.id).not.toBe(newKey().id);
});

test('what is sealed opens with nothing but its own key and its own name', () => {
  const key = newKey();
  const sealed = seal(key, 'value', 'NAME');
  expect(unseal(key, sealed, 'NAME')).toBe('value');
  expect(() => unseal(newKey(), sealed, 'NAME')).toThrow();
  expect(() => unseal(key, sealed, 'OTHER')).toThrow();
  for (const at of [0, 12, 28]) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => unseal(key, changed, 'NAME')).toThrow();
  }
  expect(seal(key, 'value', 'NAME').equals(sealed)).toBe(false);
});

describe('a reference', () => {
  test.each([
    [{ $secret: 'A' }, 'A'],
    [{ $secret: 'A', more: 1 }, undefined],
    [{ $secret: 1 }, undefined],
    [['$secret'], undefined],
    ['$secret', undefined],
    [null, undefined],
    [new LosslessNumber('1.0'), undefined],
  ])('%j names %s', (value, name) => {
    expect(secretReference(value)).toBe(name);
  });

  test('is found at any depth, each name once, and replaced where its value is known', () => {
    const value = { a: [{ $secret: 'A' }, { b: { $secret: 'B' } }], c: { $secret: 'A' }, d: 1 };
    expect(secretReferences(value)).toEqual(['A', 'B']);
    expect(replaceSecretReferences(value, [{ name: 'A', value: 'x' }])).toEqual({
      a: ['x', { b: { $secret: 'B' } }],
      c: 'x',
      d: 1,
    });
  });
});

test('a secret that is set again with another key opens with that one', async () => {
  const [old, current] = [newKey(), newKey()];
  await setSecret(fresh.database, old, { name: 'ROTATED', value: 'one' }, by);
  await setSecret(fresh.database, current, { name: 'ROTATED', value: 'two' }, { name: 'bob' });
  expect(await readSecrets(fresh.database, current, ['ROTATED'], user)).toEqual([
    { name: 'ROTATED', value: 'two', hosts: [] },
  ]);
  await expect(readSecrets(fresh.database, old, ['ROTATED'], user)).rejects.toThrow(
    `was encrypted with key ${current.id}, this process has key ${old.id}`,
  );
  expect(await listSecrets(fresh.database, { limit: 5 })).toMatchObject([{ name: 'ROTATED', lastModifiedBy: 'bob' }]);
});

test('secrets are listed by name, after a name, up to a limit', async () => {
  const key = newKey();
  for (const name of ['C', 'A', 'B']) await setSecret(fresh.database, key, { name, value: 'x' }, by);
  const names = async (page: { limit: number; after?: string }) =>
    (await listSecrets(fresh.database, page)).map(({ name }) => name);
  expect(await names({ limit: 2 })).toEqual(['A', 'B']);
  expect(await names({ limit: 2, after: 'B' })).toEqual(['C', 'ROTATED']);
});
