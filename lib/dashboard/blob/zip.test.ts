import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { type ZipFile, zipOf } from './zip.ts';

const fileOf = (name: string, ...chunks: string[]): ZipFile => ({
  name,
  modifiedOn: new Date('2026-11-23T20:15:31Z'),
  content: (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  })(),
});

async function* inTurn(...files: ZipFile[]): AsyncGenerator<ZipFile> {
  for (const file of files) yield file;
}

/** Reads an archive by its directory, as unpackers do. */
function unpack(zip: Buffer): { name: string; text: string; time: number }[] {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end), 'end of the directory').toBe(0x06054b50);
  const locator = end - 20;
  expect(zip.readUInt32LE(locator), 'place of the end with 64 bits').toBe(0x07064b50);
  const end64 = Number(zip.readBigUInt64LE(locator + 8));
  expect(zip.readUInt32LE(end64)).toBe(0x06064b50);
  const count = Number(zip.readBigUInt64LE(end64 + 32));
  let at = Number(zip.readBigUInt64LE(end64 + 48));
  expect(at + Number(zip.readBigUInt64LE(end64 + 40)), 'the directory ends where the end begins').toBe(end64);
  return Array.from({ length: count }, () => {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const [time, checksum, nameLength] = [
      zip.readUInt32LE(at + 12),
      zip.readUInt32LE(at + 16),
      zip.readUInt16LE(at + 28),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const sizes = at + 46 + nameLength + 4;
    const [size, offset] = [Number(zip.readBigUInt64LE(sizes)), Number(zip.readBigUInt64LE(sizes + 16))];
    at = sizes + 24;
    expect(zip.readUInt32LE(offset)).toBe(0x04034b50);
    const begin = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const bytes = zip.subarray(begin, begin + size);
    expect(crc32(bytes)).toBe(checksum);
    expect(zip.readUInt32LE(begin + size), 'the descriptor').toBe(0x08074b50);
    expect([zip.readUInt32LE(begin + size + 4), Number(zip.readBigUInt64LE(begin + size + 8))]).toEqual([
      checksum,
      size,
    ]);
    return { name, text: bytes.toString(), time };
  });
}

test('an archive has its files with their names, bytes, checksums and times', async () => {
  const zip = Buffer.concat(await Array.fromAsync(zipOf(inTurn(fileOf('a/ü.txt', 'one ', 'two'), fileOf('empty')))));
  const time = ((46 << 25) | (11 << 21) | (23 << 16) | (20 << 11) | (15 << 5) | 15) >>> 0;
  expect(unpack(zip)).toEqual([
    { name: 'a/ü.txt', text: 'one two', time },
    { name: 'empty', text: '', time },
  ]);
});

test('a file is read when its turn comes, and a failure of one fails the archive', async () => {
  const opened: string[] = [];
  const files = (async function* () {
    for (const name of ['a', 'b']) {
      opened.push(name);
      yield fileOf(name, 'bytes');
    }
    throw new Error('the blob is gone');
  })();
  const chunks = zipOf(files);
  await chunks.next();
  expect(opened).toEqual(['a']);
  await expect(Array.fromAsync(chunks)).rejects.toThrow('the blob is gone');
});
