import { finished, type Readable } from 'node:stream';
import { free, isHandedOver, pieceBytes, recycle, takePiece } from '#blobs';

/** The maximum number of full pieces that wait for the reader before the stream is paused. */
const mostWaiting = 2;

/**
 * Joins the small pieces of a stream to large ones, which may be passed to `recycle`. `look` is called with each piece
 * as it arrives and ends the stream by throwing. The signal ends it with its reason, also while it waits for bytes.
 * Everything before an end or a failure is yielded first. A stream that is left early stays open for the caller to end,
 * because a destroyed request gets no answer.
 */
export async function* gathered(
  stream: Readable,
  look: (piece: Uint8Array) => void,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  const isOurs = isHandedOver(stream);
  let isFirst = true;
  let filling: Buffer | undefined;
  let filled = 0;
  let ended: { failure?: { cause: unknown } } | undefined;
  let wake = () => {};

  const end = (outcome: { failure?: { cause: unknown } }) => {
    ended ??= outcome;
    wake();
  };
  const copy = (piece: Uint8Array) => {
    for (let at = 0; at < piece.byteLength; ) {
      filling ??= takePiece();
      const slice = piece.subarray(at, at + pieceBytes - filled);
      filling.set(slice, filled);
      filled += slice.byteLength;
      at += slice.byteLength;
      if (filled < pieceBytes) continue;
      waiting.push(filling);
      filling = undefined;
      filled = 0;
    }
    if (isOurs) free(piece);
  };
  const take = (piece: Uint8Array) => {
    if (ended) return;
    try {
      look(piece);
    } catch (cause) {
      stream.pause();
      return end({ failure: { cause } });
    }
    if (isFirst)
      waiting.push(piece); // a small blob is no larger than this
    else copy(piece);
    isFirst = false;
    if (waiting.length >= mostWaiting) stream.pause();
    if (waiting.length > 0) wake();
  };
  const endWell = () => end({});
  const abort = () => {
    stream.pause();
    end({ failure: { cause: signal?.reason } });
  };
  const forget = finished(stream, { writable: false }, (cause) => end(cause ? { failure: { cause } } : {}));
  stream.on('end', endWell).on('data', take);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    while (!ended || waiting.length > 0) {
      const next = waiting.shift();
      if (next === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      else {
        if (!ended) stream.resume();
        yield next;
      }
    }
    if (filling) {
      const rest = filling.subarray(0, filled);
      filling = undefined;
      yield rest;
    }
    if (ended.failure) throw ended.failure.cause;
  } finally {
    forget();
    signal?.removeEventListener('abort', abort);
    stream.off('end', endWell).off('data', take);
    if (!stream.readableEnded) stream.pause();
    if (filling) recycle(filling);
    waiting.forEach(recycle);
  }
}
