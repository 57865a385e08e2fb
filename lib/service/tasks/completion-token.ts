import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TaskResponse } from '#contract';
import { currentKey, keysOf, type SecretsKey } from '#engine';
import { type Caller, identityOf } from '../access/caller.ts';

const job = 'completion tokens';

/**
 * What shows that a caller is the one whose call created a task: good for this caller and this task alone, not for one
 * that is created under the same id later. It is computed, so nothing has to be kept for it.
 */
export function completionTokenOf(
  key: SecretsKey,
  caller: Caller,
  { id, createdOn }: Pick<TaskResponse, 'id' | 'createdOn'>,
): string {
  return signed(currentKey(key, job).bytes, caller, id, String(Date.parse(createdOn)));
}

/** When the task was created that the token is for, so that nothing has to be read; `undefined`: it is of no such task. */
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
  return `${time}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}
