import type { ByteSource } from '../blob-store.ts';

/** Reads all bytes of a small source. */
export async function readAll(source: ByteSource): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
