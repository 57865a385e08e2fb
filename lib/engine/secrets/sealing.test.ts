import { createCipheriv, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LosslessNumber, secretReference } from '#contract';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import {
  listSecrets,
  parseSecretsKey,
  readSecrets,
  replaceSecretReferences,
  type SecretsKey,
  seal,
  secretReferences,
  setSecret,
  UnknownKeyError,
  unseal,
} from './index.ts';

const fresh = started(createTestDatabase, 'drop');

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
  const sealed = seal(key, 'secrets', 'value', 'NAME');
  expect(unseal(key, 'secrets', sealed, 'NAME')).toBe('value');
  const other = newKey();
  expect(() => unseal(other, 'secrets', sealed, 'NAME')).toThrow(
    `it was encrypted with the key ${sealed.sealedWith}, which does not come from the keys of this process (${other.id})`,
  );
  expect(() => unseal(key, 'secrets', sealed, 'OTHER')).toThrow();
  expect(() => unseal(key, 'answers', sealed, 'NAME')).toThrow(UnknownKeyError);
  expect(sealed.sealedWith).not.toBe(key.id);
  for (const at of [0, 12, 28]) {
    const changed = Buffer.from(sealed.sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => unseal(key, 'secrets', { ...sealed, sealed: changed }, 'NAME')).toThrow();
  }
  expect(seal(key, 'secrets', 'value', 'NAME').sealed.equals(sealed.sealed)).toBe(false);
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

  test('is found at any depth, each name once, and replaced where its value is known', async () => {
    const value = { a: [{ $secret: 'A' }, { b: { $secret: 'B' } }], c: { $secret: 'A' }, d: 1 };
    expect(await secretReferences(value)).toEqual(['A', 'B']);
    expect(await replaceSecretReferences(value, [{ name: 'A', value: 'x' }])).toEqual({
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
    `the secret "ROTATED" cannot be decrypted: it was encrypted with the key`,
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

const textOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
function keysOf(...bytes: number[]): SecretsKey {
  const key = parseSecretsKey(bytes.map(textOf).join(','));
  if (key === undefined) throw new Error('they are keys');
  return key;
}

test('several keys are read, the current one first, separated by commas or lines', () => {
  const [one, two, three] = [1, 2, 3].map((byte) => parseSecretsKey(textOf(byte))?.id);
  const key = parseSecretsKey(`${textOf(1)} , ${textOf(2)}\n${textOf(3)}\n`);
  expect([key?.id, key?.former.map(({ id }) => id)]).toEqual([one, [two, three]]);
  for (const text of [`${textOf(1)},`, `,${textOf(1)}`, `${textOf(1)},short`, '', Array(11).fill(textOf(1)).join(',')])
    expect(parseSecretsKey(text)).toBeUndefined();
});

test('what an earlier key encrypted is read, and what is written uses the current one', async () => {
  const rotated = keysOf(2, 1);
  await setSecret(fresh.database, keysOf(1), { name: 'BEFORE', value: 'old' }, by);
  await setSecret(fresh.database, rotated, { name: 'AFTER', value: 'new' }, by);
  const values = async (key: SecretsKey) =>
    (await readSecrets(fresh.database, key, ['AFTER', 'BEFORE'], user)).map(({ value }) => value).toSorted();
  expect(await values(rotated)).toEqual(['new', 'old']);
  await expect(values(keysOf(2))).rejects.toThrow('the secret "BEFORE" cannot be decrypted');
  await expect(values(keysOf(1))).rejects.toThrow('the secret "AFTER" cannot be decrypted');
});

test('what version 0.1.0 encrypted, with the key itself, is read', () => {
  const nonce = Buffer.alloc(12, 7);
  const cipher = createCipheriv('aes-256-gcm', Buffer.alloc(32, 1), nonce).setAAD(Buffer.from('NAME'));
  const text = Buffer.concat([cipher.update('value'), cipher.final()]);
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), text]);
  for (const key of [keysOf(1), keysOf(2, 1)])
    expect(unseal(key, 'secrets', { sealed, sealedWith: keysOf(1).id }, 'NAME')).toBe('value');
});
