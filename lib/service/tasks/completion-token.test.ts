import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseSecretsKey, type SecretsKey } from '#engine';
import { anonymous, type Caller } from '../access/caller.ts';
import { completionTokenOf, createdOnOf } from './completion-token.ts';

function keysOf(...bytes: number[]): SecretsKey {
  const key = parseSecretsKey(bytes.map((byte) => Buffer.alloc(32, byte).toString('base64')).join(','));
  if (key === undefined) throw new Error('they are keys');
  return key;
}
const caller: Caller = { ...anonymous, kind: 'apiKey', id: 'k' };
const task = { id: 't', createdOn: '2026-01-01T00:00:00.000Z' };

test('a token is good with its own key, current or former, and with no other', () => {
  const token = completionTokenOf(keysOf(1), caller, task);
  expect(createdOnOf(token, keysOf(1), caller, 't')).toBe(task.createdOn);
  expect(createdOnOf(token, keysOf(2, 1), caller, 't')).toBe(task.createdOn);
  expect(createdOnOf(token, keysOf(2), caller, 't')).toBeUndefined();
  expect(createdOnOf(token, keysOf(1), caller, 'other')).toBeUndefined();
  expect(completionTokenOf(keysOf(2, 1), caller, task)).toBe(completionTokenOf(keysOf(2), caller, task));
});

test('the key of tokens is not the key of the installation itself', () => {
  const [time = '', signature] = completionTokenOf(keysOf(1), caller, task).split('.');
  const text = JSON.stringify(['completion of a task', 'apiKey:k', 't', time]);
  expect(signature).not.toBe(createHmac('sha256', Buffer.alloc(32, 1)).update(text).digest('base64url'));
});
