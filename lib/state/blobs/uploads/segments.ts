import type { ByteSource } from '#blobs';

/** A source that is read in segments, each of which becomes durable separately. */
type Segments = {
  /** Whether the whole source was read. */
  readonly isDone: boolean;
  /** Yields the next bytes, at most this many. */
  take(bytes: number): AsyncGenerator<Uint8Array>;
  /** Leaves the rest of the source unread. */
  close(): Promise<void>;
};

export function segmentsOf(source: ByteSource): Segments {
  const pieces = source[Symbol.asyncIterator]();
  let left: Uint8Array | undefined;
  let isDone = false;
  const next = async () => {
    const { value, done } = await pieces.next();
    isDone = done === true;
    return isDone ? undefined : value;
  };
  return {
    get isDone() {
      return isDone;
    },
    async *take(bytes) {
      for (let room = bytes; room > 0; ) {
        const piece: Uint8Array | undefined = left ?? (await next());
        left = undefined;
        if (piece === undefined) return;
        if (piece.byteLength > room) left = Uint8Array.from(piece.subarray(room)); // the piece is recycled before
        const taken = piece.subarray(0, room);
        room -= taken.byteLength;
        yield taken;
      }
    },
    async close() {
      await pieces.return?.();
    },
  };
}
