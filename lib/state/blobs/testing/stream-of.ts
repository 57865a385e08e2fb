import { Readable } from 'node:stream';

/** The bytes as a stream, in pieces as a connection gives them. */
export function streamOf(bytes: Uint8Array, size = 65_536): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
    })(),
  );
}
