import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBytes, writeBytes } from './byte-text.ts';

test('bytes are read back as they are written', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 50 }), (bytes) => readBytes(writeBytes(bytes)) === bytes));
});

test('a size has a unit of 1024, and is at least one byte', () => {
  expect(readBytes('500 MiB')).toBe(500 * 1024 ** 2);
  expect(readBytes('2gib')).toBe(2 * 1024 ** 3);
  for (const wrong of ['', '0', '1.5 GiB', '5 MB', 'many']) expect(readBytes(wrong), wrong).toBeUndefined();
});
