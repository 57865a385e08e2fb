import { crc32 } from 'node:zlib';

/** A file of an archive; `content` is read once, when its turn comes. */
export type ZipFile = { name: string; modifiedOn: Date; content: AsyncIterable<Uint8Array> };

type Written = { name: Buffer; time: number; checksum: number; size: bigint; offset: bigint };

const largest32 = 0xffff_ffffn;
const largest16 = 0xffffn;
/** General purpose flags: sizes follow the content, and names are UTF-8. */
const flags = 0x0808;
const stored = 0;
/** The version of the format with sizes of 64 bits. */
const version = 45;

/**
 * Makes a ZIP archive (APPNOTE 6.3) while its files are read: nothing is held back or compressed, so memory stays flat.
 * Sizes and offsets have 64 bits.
 */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let at = 0n;
  for await (const file of files) {
    const name = Buffer.from(file.name);
    const time = dosTime(file.modifiedOn);
    const offset = at;
    const header = localHeader(name, time);
    yield header;
    let [checksum, size] = [0, 0n];
    for await (const chunk of file.content) {
      checksum = crc32(chunk, checksum);
      size += BigInt(chunk.length);
      yield chunk;
    }
    const descriptor = pack([4, 0x0807_4b50], [4, checksum], [8, size], [8, size]);
    yield descriptor;
    at += BigInt(header.length + descriptor.length) + size;
    written.push({ name, time, checksum, size, offset });
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOf({ count: BigInt(written.length), size: BigInt(directory.length), offset: at });
}

function localHeader(name: Buffer, time: number): Buffer {
  const sizes = pack([2, 1], [2, 16], [8, 0n], [8, 0n]); // their place; the descriptor behind the content has them
  const fixed = pack(
    ...([
      [4, 0x0403_4b50],
      [2, version],
      [2, flags],
      [2, stored],
      [4, time],
      [4, 0],
    ] as const),
    ...([
      [4, largest32],
      [4, largest32],
      [2, name.length],
      [2, sizes.length],
    ] as const),
  );
  return Buffer.concat([fixed, name, sizes]);
}

function directoryEntry({ name, time, checksum, size, offset }: Written): Buffer {
  const sizes = pack([2, 1], [2, 24], [8, size], [8, size], [8, offset]);
  const fixed = pack(
    ...([
      [4, 0x0201_4b50],
      [2, version],
      [2, version],
      [2, flags],
      [2, stored],
      [4, time],
      [4, checksum],
    ] as const),
    ...([
      [4, largest32],
      [4, largest32],
      [2, name.length],
      [2, sizes.length],
      [2, 0],
      [2, 0],
      [2, 0],
    ] as const),
    ...([
      [4, 0],
      [4, largest32],
    ] as const),
  );
  return Buffer.concat([fixed, name, sizes]);
}

function endOf({ count, size, offset }: { count: bigint; size: bigint; offset: bigint }): Buffer {
  const directory = pack([8, count], [8, count], [8, size], [8, offset]);
  return Buffer.concat([
    pack([4, 0x0606_4b50], [8, 44n], [2, version], [2, version], [4, 0], [4, 0]),
    directory,
    pack([4, 0x0706_4b50], [4, 0], [8, offset + size], [4, 1]),
    pack(
      ...([
        [4, 0x0605_4b50],
        [2, 0],
        [2, 0],
        [2, largest16],
        [2, largest16],
      ] as const),
      ...([
        [4, largest32],
        [4, largest32],
        [2, 0],
      ] as const),
    ),
  ]);
}

/** Writes numbers of 2, 4 or 8 bytes one after the other, the lowest byte first. */
function pack(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number | bigint])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(Number(value), at, bytes);
    at += bytes;
  }
  return buffer;
}

/** Date and time as ZIP has them, in UTC: two seconds are the finest, and 1980 is the first year. */
function dosTime(time: Date): number {
  const year = Math.max(0, time.getUTCFullYear() - 1980);
  const date = (year << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return ((date << 16) | clock) >>> 0;
}
