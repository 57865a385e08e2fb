import { expect, test } from 'vitest';
import { idChunks } from './id-chunks.ts';

const ids = (count: number, length: number) => Array.from({ length: count }, (_, n) => `${n}`.padStart(length, 'é'));

test('divides ids into what one address takes, in their order', () => {
  expect(idChunks([])).toEqual([]);
  expect(idChunks(ids(250, 3)).map((chunk) => chunk.length)).toEqual([100, 100, 50]);
  const long = ids(50, 512);
  const chunks = idChunks(long);
  expect(chunks.flat()).toEqual(long);
  for (const chunk of chunks)
    expect(new URLSearchParams(chunk.map((id) => ['id', id])).toString().length).toBeLessThanOrEqual(6_000);
});
