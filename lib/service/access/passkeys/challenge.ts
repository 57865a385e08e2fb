import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { TaskdeckError } from '#contract';
import type { Clock, Database } from '#database';
import { currentKey, keysOf, type SecretsKey } from '#engine';
import { hashToken } from '../session.ts';

const job = 'passkey challenges';
const lifetimeInMs = 300_000;
const nonceBytes = 16;
const timeBytes = 6;

/** What a challenge is for: nothing else accepts it. A session's own challenge works in that session only. */
export type ChallengeUse = { for: 'signIn' } | { for: 'passkey' | 'proof'; sessionId: string };

/**
 * Makes a challenge of five minutes. It carries its time and a signature of the service, so that who is not signed in
 * cannot fill a table with challenges.
 */
export function makeChallenge(key: SecretsKey, use: ChallengeUse, now: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(nonceBytes + timeBytes);
  randomBytes(nonceBytes).copy(head);
  head.writeUIntBE(now + lifetimeInMs, nonceBytes, timeBytes);
  return Buffer.concat([head, sign(currentKey(key, job).bytes, use, head)]);
}

/** Spends a challenge, given in base64url. Throws `InvalidCredentials` when it is not one for this use, is over or was used. */
export async function spendChallenge(
  { database, secretsKey, clock }: { database: Database; secretsKey: SecretsKey; clock: Clock },
  use: ChallengeUse,
  challenge: string,
): Promise<void> {
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, nonceBytes + timeBytes);
  const given = bytes.subarray(nonceBytes + timeBytes);
  // while keys are rotated, another service may have signed it with an older or a newer one
  const isOurs = [...keysOf(secretsKey, job).values()].some((key) => {
    const expected = sign(key, use, head);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (head.length !== nonceBytes + timeBytes || !isOurs) refuse();
  const expiresAt = head.readUIntBE(nonceBytes, timeBytes);
  if (expiresAt <= clock.now()) refuse();
  const spent = await database`
    insert into used_id_token (token_hash, expires_on)
    values (${hashToken(bytes)}, ${new Date(expiresAt).toISOString()}::timestamptz + interval '1 hour')
    on conflict do nothing`;
  if (spent.count === 0) refuse();
}

function sign(key: Buffer, use: ChallengeUse, head: Buffer): Buffer {
  const bound = use.for === 'signIn' ? 'signIn' : `${use.for} ${use.sessionId}`;
  return createHmac('sha256', key).update(bound).update('\0').update(head).digest();
}

function refuse(): never {
  throw new TaskdeckError('InvalidCredentials', 'the challenge of the passkey is over or was used; try again');
}
