export {
  AppendError,
  BlobMissingError,
  type BlobStore,
  type ByteRange,
  type StoredItem,
  type UploadState,
} from './blob-store.ts';
