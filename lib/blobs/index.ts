export {
  AppendError,
  BlobMissingError,
  type BlobStore,
  type ByteRange,
  type ByteSource,
  BytesLostError,
  type StoredItem,
  type UploadState,
} from './blob-store.ts';
export { type BlobConfig, readBlobConfig } from './config.ts';
export { createBlobStore } from './create-blob-store.ts';
export { foundNoRoom } from './file/error-code.ts';
export { StoreRefusedError } from './parts/store-refused.ts';
export { NoAnswerError } from './parts/time-limits.ts';
export { free, handOver, isHandedOver, pieceBytes, recycle, takePiece } from './pieces.ts';
