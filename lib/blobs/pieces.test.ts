import { expect, test } from 'vitest';
import { free, pieceBytes, recycle, takePiece } from './pieces.ts';

test('a piece that was given back, or a part of it, is used again', () => {
  const piece = takePiece();
  expect(piece.byteLength).toBe(pieceBytes);
  recycle(piece.subarray(0, 10));
  expect(takePiece().buffer).toBe(piece.buffer);
});

test('a piece that was given back twice is not lent twice', () => {
  const piece = takePiece();
  recycle(piece);
  recycle(piece);
  expect([takePiece().buffer, takePiece().buffer].filter((buffer) => buffer === piece.buffer)).toHaveLength(1);
});

test('bytes of others are neither lent nor freed', () => {
  const bytes = Buffer.alloc(pieceBytes, 'theirs');
  recycle(bytes);
  expect(takePiece().buffer).not.toBe(bytes.buffer);
  free(bytes.subarray(0, 10));
  expect(bytes.byteLength).toBe(pieceBytes);
  free(bytes);
  expect(bytes.byteLength).toBe(0);
});
