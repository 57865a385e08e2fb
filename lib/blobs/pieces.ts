import type { Readable } from 'node:stream';

/** The size of one read or write in bytes. */
export const pieceBytes = 512 * 1024;

/** The maximum number of unused pieces that are kept: 8 MiB. */
const mostIdle = 16;

const idle: Buffer[] = [];
const lent = new WeakSet<ArrayBufferLike>();

/**
 * Returns a buffer of `pieceBytes` with arbitrary content. Its last user passes it to `recycle`. Buffers left to the
 * garbage collector cause a full collection every 64 MiB, which costs more than moving the bytes.
 */
export function takePiece(): Buffer {
  const piece = idle.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
  lent.add(piece.buffer);
  return piece;
}

/** Takes back an unused piece or a part of one. Ignores bytes that are not from `takePiece`. */
export function recycle({ buffer }: Uint8Array): void {
  if (lent.delete(buffer) && idle.length < mostIdle) idle.push(Buffer.from(buffer));
}

const handedOver = new WeakSet<Readable>();

/** Marks a stream, such as a request's, as the only owner of its pieces: its reader may `free` them. */
export function handOver<Stream extends Readable>(stream: Stream): Stream {
  handedOver.add(stream);
  return stream;
}

export function isHandedOver(stream: Readable): boolean {
  return handedOver.has(stream);
}

/**
 * Releases the memory of the bytes at once. Other references to them become empty. Ignores bytes that share their
 * memory with others.
 */
export function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
