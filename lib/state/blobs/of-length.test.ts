import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ofLength } from './of-length.ts';

const pieces = (...given: string[]) => Readable.from(given.map((piece) => Buffer.from(piece)));

test('as many bytes as expected pass', async () => {
  expect(await text(ofLength(pieces('abc', 'de'), 5))).toBe('abcde');
  expect(await text(ofLength(pieces(), 0))).toBe('');
});

test.each([
  ['fewer', ['abc']],
  ['no', []],
  ['more', ['abc', 'def']],
])('%s bytes than expected fail', async (_, given) => {
  const source = pieces(...given);
  await expect(text(ofLength(source, 5))).rejects.toThrow('and not 5');
  expect(source.destroyed).toBe(true);
});

test('the error of the source is passed on, and a reader who stops closes it', async () => {
  const broken = new Readable({ read: () => broken.destroy(new Error('the disk is gone')) });
  await expect(text(ofLength(broken, 5))).rejects.toThrow('the disk is gone');
  const source = pieces('abc', 'de');
  ofLength(source, 5).destroy();
  await turn();
  expect(source.destroyed).toBe(true);
});
