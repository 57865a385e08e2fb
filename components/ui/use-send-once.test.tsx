// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import { useSendOnce } from './use-send-once.ts';

type Keyed = { idempotencyKey: string };

let sendOnce: ReturnType<typeof useSendOnce>;
let keys: string[] = [];
let isDone = false;
const change = async ({ idempotencyKey }: Keyed) => {
  keys.push(idempotencyKey);
  return { ok: isDone };
};
const ask = async ({ idempotencyKey }: Keyed) => change({ idempotencyKey });

function Form() {
  sendOnce = useSendOnce();
  return null;
}

beforeEach(async () => {
  keys = [];
  isDone = false;
  await draw(<Form />);
});

const different = () => new Set(keys).size;

it('sends the same request under the same key until it is done', async () => {
  await sendOnce({ name: 'a' }, change);
  isDone = true;
  await sendOnce({ name: 'a' }, change);
  expect(different()).toBe(1);
  await sendOnce({ name: 'a' }, change);
  expect(different()).toBe(2);
});

it('sends another request under another key', async () => {
  await sendOnce({ name: 'a' }, change);
  await sendOnce({ name: 'b' }, change);
  expect(different()).toBe(2);
});

it('keeps the key of each act, where a form tries one and then asks for the other', async () => {
  for (let tries = 0; tries < 2; tries += 1) {
    await sendOnce({ name: 'a' }, change);
    await sendOnce({ name: 'a', reason: 'r' }, ask);
  }
  expect(keys[2]).toBe(keys[0]);
  expect(keys[3]).toBe(keys[1]);
  expect(different()).toBe(2);
});

it('keeps the key when the answer was lost', async () => {
  const lost = async ({ idempotencyKey }: Keyed): Promise<{ ok: boolean }> => {
    keys.push(idempotencyKey);
    throw new TypeError('fetch failed');
  };
  await expect(sendOnce({ name: 'a' }, lost)).rejects.toThrow('fetch failed');
  await expect(sendOnce({ name: 'a' }, lost)).rejects.toThrow('fetch failed');
  expect(different()).toBe(1);
});
