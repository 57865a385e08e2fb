import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { newSecretsKey, parseSecretsKey } from '#engine';
import { started } from '../../../contract/testing/started.ts';
import { type ChallengeUse, makeChallenge, spendChallenge } from './challenge.ts';

const keyOf = (text: string) => {
  const key = parseSecretsKey(text);
  if (key === undefined) throw new Error('it is no key');
  return key;
};
const newKey = () => keyOf(newSecretsKey());
const secretsKey = newKey();
const fresh = started(createTestDatabase, 'drop');

const made = (use: ChallengeUse, now = Date.now(), key = secretsKey) => makeChallenge(key, use, now);
const spend = (bytes: Uint8Array, use: ChallengeUse = { for: 'signIn' }) =>
  spendChallenge({ database: fresh.database, secretsKey, clock: Date }, use, Buffer.from(bytes).toString('base64url'));
const refused = { code: 'InvalidCredentials' };

test('a challenge is spent once, for its use and in its session', async () => {
  const uses: ChallengeUse[] = [
    { for: 'signIn' },
    { for: 'passkey', sessionId: 'a' },
    { for: 'proof', sessionId: 'a' },
    { for: 'proof', sessionId: 'b' },
  ];
  for (const use of uses) {
    const challenge = made(use);
    for (const other of uses.filter((one) => one !== use))
      await expect(spend(challenge, other)).rejects.toMatchObject(refused);
    await spend(challenge, use);
    await expect(spend(challenge, use)).rejects.toMatchObject(refused);
  }
});

test('a challenge is over after five minutes', async () => {
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
  try {
    await expect(spend(made({ for: 'signIn' }, now - 300_000))).rejects.toMatchObject(refused);
    await spend(made({ for: 'signIn' }, now - 299_999));
    await spend(made({ for: 'signIn' }));
  } finally {
    clock.mockRestore();
  }
});

test('while keys are rotated, services with the old and the new order accept the challenges of each other', async () => {
  const [older, newer] = [newSecretsKey(), newSecretsKey()];
  const [before, after] = [keyOf(`${older},${newer}`), keyOf(`${newer},${older}`)];
  for (const [maker, spender] of [
    [before, after],
    [after, before],
  ] as const) {
    const challenge = made({ for: 'signIn' }, Date.now(), maker).toString('base64url');
    await spendChallenge({ database: fresh.database, secretsKey: spender, clock: Date }, { for: 'signIn' }, challenge);
  }
});

test('what this service did not make is refused, whatever its length', async () => {
  const challenge = made({ for: 'signIn' });
  await expect(spend(made({ for: 'signIn' }, Date.now(), newKey()))).rejects.toMatchObject(refused);
  for (const length of [0, 21, 22, 53])
    await expect(spend(challenge.subarray(0, length))).rejects.toMatchObject(refused);
  await expect(spend(Buffer.concat([challenge, Buffer.alloc(1)]))).rejects.toMatchObject(refused);
  const later = Buffer.from(challenge);
  later.writeUInt8(later.readUInt8(21) ^ 1, 21);
  await expect(spend(later)).rejects.toMatchObject(refused);
  await spend(challenge);
});
