import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { TaskResponse } from '#contract';
import { currentKey, keysOf, type SecretsKey } from '#engine';
import { type Caller, identityOf } from '../access/caller.ts';

const job = 'completion tokens';

/**
 * Returns the token that identifies the creator of a task. It is valid for this caller and this task, not for a later
 * task with the same id. It is computed, so nothing is stored.
 */
export function completionTokenOf(
  key: SecretsKey,
  caller: Caller,
  { id, createdOn }: Pick<TaskResponse, 'id' | 'createdOn'>,
): string {
  return signed(currentKey(key, job).bytes, caller, id, String(Date.parse(createdOn)));
}

/**
 * Returns the creation time of the token's task without reading the database, or `undefined` for a token of another
 * task or caller.
 */
export function createdOnOf(token: string | undefined, key: SecretsKey, caller: Caller, id: string) {
  const time = token?.match(/^\d{1,15}(?=\.)/)?.[0];
  if (token === undefined || time === undefined) return undefined;
  const given = Buffer.from(token);
  const isGood = [...keysOf(key, job).values()].some((bytes) => {
    const expected = Buffer.from(signed(bytes, caller, id, time));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return isGood ? new Date(Number(time)).toISOString() : undefined;
}

function signed(key: Buffer, caller: Caller, id: string, time: string): string {
  const text = JSON.stringify(['completion of a task', identityOf(caller), id, time]);
  return `${time}.${createHmac('sha256', keyObjectOf(key)).update(text).digest('base64url')}`;
}

/** To prepare a key takes Node eight times as long as to sign a token with it. */
const prepared = new WeakMap<Buffer, KeyObject>();
function keyObjectOf(key: Buffer): KeyObject {
  const known = prepared.get(key) ?? createSecretKey(key);
  prepared.set(key, known);
  return known;
}
