import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it('tells bytes in the unit one would say', () => {
  expect(formatBytes(0)).toBe('0 B');
  expect(formatBytes(1023)).toBe('1023 B');
  expect(formatBytes(1536)).toBe('1.5 KiB');
  expect(formatBytes(222_298_112)).toBe('212 MiB');
  expect(formatBytes(3 * 1024 ** 4)).toBe('3.0 TiB');
});
