import { pipeline, type Readable, Transform } from 'node:stream';

/**
 * Returns the bytes of a stream, which fail when they are not as many as the database says: the end of a stream that a blob
 * store has cut off looks like the end of the blob.
 */
export function ofLength(source: Readable, length: number): Readable {
  let left = length;
  const otherLength = () => new Error(`the blob store has ${length - left} bytes or more, and not ${length}`);
  const counted = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      left -= piece.byteLength;
      if (left < 0) done(otherLength());
      else done(null, piece);
    },
    flush(done) {
      done(left > 0 ? otherLength() : null);
    },
  });
  pipeline(source, counted, () => {}); // its error is that of the returned stream
  return counted;
}
