import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#database/testing';
import { parseSecretsKey, type SecretsKey } from '#engine';
import { signAccessToken, verifyAccessToken } from './access-token.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';

let fresh: TestDatabase;
beforeEach(async () => {
  fresh = await createTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await fresh.drop();
});

const secretsKeyOf = (byte: number): SecretsKey => {
  const key = parseSecretsKey(Buffer.alloc(32, byte).toString('base64'));
  if (key === undefined) throw new Error('32 bytes are a key');
  return key;
};
const open = (byte = 1) => createSigningKeys(fresh.database, secretsKeyOf(byte));
const sign = async (keys: SigningKeys) => {
  const claims = { operatorId: 'o', sessionId: 's', scopes: ['tasks/read' as const] };
  return (
    await signAccessToken({ signingKeys: keys, clock: Date }, { ...claims, sessionExpiresAt: Date.now() + 3_600_000 })
  ).accessToken;
};
const age = (days: number) =>
  fresh.database`update signing_key set created_on = created_on - make_interval(days => ${days})`;
const passTime = (ms: number) => {
  const [now, later] = [Date.now() + ms, performance.now() + ms];
  vi.useFakeTimers({ toFake: ['Date'], now });
  vi.spyOn(performance, 'now').mockReturnValue(later);
};

test('services with one secrets key share a key, also when they start together; its private half is sealed', async () => {
  const [one, other] = [open(), open()];
  const [{ id }, second] = await Promise.all([one.current(), other.current()]);
  expect(second.id).toBe(id);
  const rows = await fresh.database<{ public_jwk: string; sealed: string }[]>`
    select public_jwk, encode(sealed_private_jwk, 'escape') as sealed from signing_key`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.public_jwk).not.toContain('"d"');
  expect(rows[0]?.sealed).not.toContain('"d"');
  const claims = await verifyAccessToken(other, await sign(one), Date);
  expect(claims).toMatchObject({ operatorId: 'o', sessionId: 's', scopes: ['tasks/read'] });
});

test('a service with another secrets key signs with its own key, and each verifies what the other signed', async () => {
  const [one, other] = [open(1), open(2)];
  const token = await sign(one);
  expect((await other.current()).id).not.toBe((await one.current()).id);
  expect(await verifyAccessToken(other, token, Date)).toMatchObject({ operatorId: 'o' });
  expect(await verifyAccessToken(one, await sign(other), Date)).toMatchObject({ operatorId: 'o' });
});

test('after 30 days the next key signs; what the old one signed stays good', async () => {
  const token = await sign(open());
  const first = await open().current();
  await age(29);
  expect((await open().current()).id).toBe(first.id);
  await age(1);
  const next = open();
  expect((await next.current()).id).not.toBe(first.id);
  expect((await open().current()).id).toBe((await next.current()).id);
  expect(await verifyAccessToken(open(), token, Date)).toMatchObject({ operatorId: 'o' });
});

test('a key that has been succeeded for long is removed with the next succession, and verifies nothing more', async () => {
  const token = await sign(open());
  await age(31);
  await open().current();
  expect(await verifyAccessToken(open(), token, Date)).toMatchObject({ operatorId: 'o' });
  await age(31);
  await open().current();
  await expect(verifyAccessToken(open(), token, Date)).rejects.toMatchObject({ name: 'ForeignToken' });
});

test('a running service takes up the next key within the hour', async () => {
  const running = open();
  const first = await running.current();
  await age(30);
  passTime(59 * 60_000);
  expect((await running.current()).id).toBe(first.id);
  passTime(2 * 60_000);
  expect((await running.current()).id).not.toBe(first.id);
});

test('a key that another service has just made is found at once, and asked for once', async () => {
  const running = open(1);
  await running.current();
  expect(await running.find('made up')).toBeUndefined();
  const { id } = await open(2).current();
  const [found, same] = await Promise.all([running.find(id), running.find(id)]);
  expect(found).toBeDefined();
  expect(same).toBe(found);
  await fresh.database`delete from signing_key`;
  expect(await running.find(id)).toBe(found);
});
