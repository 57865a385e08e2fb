import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from '../blob-store.ts';
import { pieceBytes, recycle } from '../pieces.ts';

/** The position that a write reached, and the failure that ended it early. */
export type Written = { position: number; failure?: { cause: unknown } };

/**
 * Writes a source from `position` on, joining small pieces. Reads the next pieces during the current write and copies
 * no byte. Always resolves, with the position up to which everything was written.
 */
export async function writeStream(
  handle: FileHandle,
  position: number,
  source: ByteSource,
  signal?: AbortSignal,
): Promise<Written> {
  let written = position;
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let writing: Promise<{ cause: unknown } | undefined> = Promise.resolve(undefined);

  /** Waits for the current write, then starts the next one with the gathered pieces. */
  const turn = async () => {
    const failure = await writing;
    if (failure) throw failure.cause;
    const pieces = gathered;
    const bytes = gatheredBytes;
    gathered = [];
    gatheredBytes = 0;
    writing = writePieces(handle, written, pieces).then(
      () => {
        written += bytes;
        pieces.forEach(recycle);
        return undefined;
      },
      (cause: unknown) => ({ cause }),
    );
  };

  let failure: { cause: unknown } | undefined;
  try {
    for await (const piece of source) {
      signal?.throwIfAborted();
      gathered.push(piece);
      gatheredBytes += piece.byteLength;
      if (gatheredBytes >= pieceBytes) await turn();
    }
  } catch (cause) {
    failure = { cause };
  }
  try {
    await turn();
    failure = (await writing) ?? failure;
  } catch (cause) {
    failure = { cause };
  }
  return failure ? { position: written, failure } : { position: written };
}

async function writePieces(handle: FileHandle, position: number, pieces: Uint8Array[]): Promise<void> {
  if (pieces.length === 0) return;
  const total = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const { bytesWritten } = await handle.writev(pieces, position);
  if (bytesWritten === total) return;
  let rest = Buffer.concat(pieces).subarray(bytesWritten);
  let at = position + bytesWritten;
  while (rest.byteLength > 0) {
    const next = await handle.write(rest, 0, rest.byteLength, at);
    at += next.bytesWritten;
    rest = rest.subarray(next.bytesWritten);
  }
}
