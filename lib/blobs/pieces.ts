import type { Readable } from 'node:stream';

/** Bytes read or written at once. */
export const pieceBytes = 512 * 1024;

/** Pieces that wait for the next use: 8 MiB. */
const mostIdle = 16;

const idle: Buffer[] = [];
const lent = new WeakSet<ArrayBufferLike>();

/**
 * Memory for `pieceBytes`, with anything in it. Whoever has the last use of it gives it to `recycle`: memory that is left
 * to the garbage collector makes it go over all of a process each 64 MiB, which costs more than to move the bytes.
 */
export function takePiece(): Buffer {
  const piece = idle.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
  lent.add(piece.buffer);
  return piece;
}

/** Takes a piece back, or a part of one, that nobody uses any more. Bytes that came from elsewhere are left alone. */
export function recycle({ buffer }: Uint8Array): void {
  if (lent.delete(buffer) && idle.length < mostIdle) idle.push(Buffer.from(buffer));
}

const handedOver = new WeakSet<Readable>();

/** Says that nobody else holds the pieces of a stream, such as a request's: who reads it may `free` them. */
export function handOver<Stream extends Readable>(stream: Stream): Stream {
  handedOver.add(stream);
  return stream;
}

export function isHandedOver(stream: Readable): boolean {
  return handedOver.has(stream);
}

/**
 * Gives the memory of bytes back at once: whoever else holds them finds them empty. Bytes that share their memory with
 * others are left alone.
 */
export function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
