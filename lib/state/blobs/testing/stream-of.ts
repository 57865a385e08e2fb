import { Readable } from 'node:stream';

/** A stream of the bytes, in pieces as a connection delivers them. */
export function streamOf(bytes: Uint8Array, size = 65_536): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
    })(),
  );
}
