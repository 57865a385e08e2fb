import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handOver, pieceBytes, recycle } from '#blobs';
import { gathered } from './gathered.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** New buffers of uneven sizes in turn, as a connection delivers them, and their content. */
function unevenly(length: number, sizes = [65_536, 1, 99_999, 17, 40_000]): { pieces: Buffer[]; hash: string } {
  const bytes = randomBytes(length);
  const pieces: Buffer[] = [];
  for (let at = 0; at < length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1;
    pieces.push(Buffer.from(Uint8Array.prototype.slice.call(bytes, at, at + size).buffer));
    at += size;
  }
  return { pieces, hash: hashOf(bytes) };
}

/** Copies the pieces and releases their memory after it has asked for more, like a writer. */
async function takeAll(pieces: AsyncIterable<Uint8Array>): Promise<{ hash: string; count: number }> {
  const hash = createHash('sha256');
  let last: Uint8Array = Buffer.alloc(0);
  let count = 0;
  for await (const piece of pieces) {
    hash.update(last);
    recycle(last);
    last = piece;
    count += 1;
  }
  return { hash: hash.update(last).digest('hex'), count };
}

test('what is gathered at once from many streams stays apart and in order', async () => {
  const sizes = fc.array(fc.integer({ min: 1_000, max: 100_000 }), { minLength: 1, maxLength: 20 });
  const streams = fc.array(fc.tuple(fc.integer({ min: 1, max: 6_000_000 }), sizes), { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(streams, async (given) => {
      const all = given.map(([length, each]) => unevenly(length, each));
      const taken = await Promise.all(
        all.map(({ pieces }) => takeAll(gathered(handOver(Readable.from(pieces)), () => {}))),
      );
      expect(taken.map(({ hash }) => hash)).toEqual(all.map(({ hash }) => hash));
    }),
    { numRuns: 2 },
  );
});

test('large pieces come out, and a small blob as it came', async () => {
  const small = Buffer.from('small');
  for await (const piece of gathered(Readable.from([small]), () => {})) expect(piece).toBe(small);
  const { count } = await takeAll(gathered(Readable.from(unevenly(10 * pieceBytes).pieces), () => {}));
  expect(count).toBeLessThanOrEqual(12);
});

test('the bytes of a stream that was not handed over stay', async () => {
  const { pieces, hash } = unevenly(3_000_000);
  await takeAll(gathered(Readable.from(pieces), () => {}));
  expect(hashOf(Buffer.concat(pieces))).toBe(hash);
});

test('no more is taken from a stream than a few pieces ahead of who reads', async () => {
  let taken = 0;
  const source = Readable.from(
    (function* () {
      for (; taken < 1_000; taken += 1) yield Buffer.alloc(65_536);
    })(),
    { highWaterMark: 1 },
  );
  const pieces = gathered(source, () => {});
  await pieces.next();
  await expect.poll(() => source.isPaused()).toBe(true);
  expect(taken * 65_536).toBeLessThan(5 * pieceBytes);
  await pieces.return(undefined);
  expect(source.destroyed).toBe(false);
});

test('what came before a failure is yielded, then the failure is thrown', async () => {
  const { pieces, hash } = unevenly(2_000_000);
  const source = Readable.from(
    (function* () {
      yield* pieces;
      throw new Error('the connection broke');
    })(),
  );
  const sum = createHash('sha256');
  const reading = (async () => {
    for await (const piece of gathered(source, () => {})) sum.update(piece);
  })();
  await expect(reading).rejects.toThrow('the connection broke');
  expect(sum.digest('hex')).toBe(hash);
});

test('who looks at the pieces can end the stream, which stays open', async () => {
  const source = Readable.from(unevenly(3_000_000).pieces);
  let seen = 0;
  const look = (piece: Uint8Array) => {
    seen += piece.byteLength;
    if (seen > 1_000_000) throw new RangeError('too much');
  };
  await expect(takeAll(gathered(source, look))).rejects.toThrow('too much');
  expect(source.destroyed).toBe(false);
});
