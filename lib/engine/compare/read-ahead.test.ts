import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

const keys = Array.from({ length: 5_000 }, (_, key) => key);

async function batchesOf(bytesOfOne: number) {
  const sizes: number[] = [];
  const read: number[] = [];
  for await (const batch of readAhead(keys, async (given) => ({ read: given, bytes: given.length * bytesOfOne }))) {
    expect(batch.from).toBe(read.length);
    sizes.push(batch.read.length);
    read.push(...batch.read);
  }
  expect(read).toEqual(keys);
  return sizes;
}

test('every key is read once and in order, in batches that grow while what is read is small', async () => {
  const sizes = await batchesOf(100);
  expect([sizes[0], Math.max(...sizes)]).toEqual([500, 1_000]);
  expect(new Set(await batchesOf(64 * 1024))).toEqual(new Set([500]));
});

test('two batches are read ahead of the one that is used', async () => {
  let started = 0;
  const batches = readAhead(keys, async (given) => {
    started += 1;
    return { read: given, bytes: 0 };
  });
  await batches.next();
  expect(started).toBe(3);
});

test('a failure is met in its turn, and nothing is read after the end', async () => {
  const failing = readAhead(keys, async (given) => {
    if (given.includes(600)) throw new Error('no connection');
    return { read: given, bytes: 0 };
  });
  expect((await failing.next()).value).toMatchObject({ from: 0, count: 500 });
  await expect(failing.next()).rejects.toThrow('no connection');
  const none = readAhead([], () => Promise.reject(new Error('not asked')));
  expect(await none.next()).toEqual({ done: true, value: undefined });
});
