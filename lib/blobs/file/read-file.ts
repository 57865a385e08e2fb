import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ByteRange } from '../blob-store.ts';
import { pieceBytes, recycle, takePiece } from '../pieces.ts';

/** Streams a file of this size or a range of it. Its pieces may be passed to `recycle`. Closes the file at the end. */
export function readFile(handle: FileHandle, size: number, range?: ByteRange, signal?: AbortSignal): Readable {
  const end = range === undefined ? size : Math.min(size, range.end + 1);
  let position = range?.start ?? 0;
  let reading: Promise<void> = Promise.resolve();

  const readNext = async (stream: Readable): Promise<void> => {
    const wanted = Math.min(pieceBytes, end - position);
    if (wanted <= 0) {
      stream.push(null);
      return;
    }
    const piece = wanted < pieceBytes ? Buffer.allocUnsafeSlow(wanted) : takePiece();
    const { bytesRead } = await handle.read(piece, 0, wanted, position);
    position += bytesRead;
    if (bytesRead > 0 && !stream.destroyed) {
      stream.push(piece.subarray(0, bytesRead));
      return;
    }
    recycle(piece);
    stream.push(null);
  };

  return new Readable({
    ...(signal && { signal }),
    highWaterMark: pieceBytes,
    read() {
      reading = readNext(this).catch((error: Error) => {
        this.destroy(error);
      });
    },
    destroy(error, done) {
      reading
        .then(() => handle.close())
        .then(
          () => done(error),
          (cause: Error) => done(error ?? cause),
        );
    },
  });
}
