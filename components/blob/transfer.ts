import type { BlobUploadResult } from '#contract';
import type { ShownProblem } from '@/components/ui/error-state.tsx';

/**
 * Where an upload stands. `waiting` for its turn, `reading` the file for its hash, `sending`, `offline` (it tries again
 * by itself), `paused`, `finishing` (all is sent; the service commits it), or ended.
 */
export type TransferState =
  | 'waiting'
  | 'reading'
  | 'sending'
  | 'offline'
  | 'paused'
  | 'finishing'
  | 'done'
  | 'failed'
  | 'canceled';

/** One upload of one file, as it stands. */
export type Transfer = {
  key: string;
  /** Those that were begun together. */
  batch: string;
  storeName: string;
  id: string;
  fileName: string;
  size: number;
  state: TransferState;
  /** Of the file, for its hash. */
  readBytes: number;
  sentBytes: number;
  bytesPerSecond?: number | undefined;
  /** When it tries again, in milliseconds since 1970. */
  retriesOn?: number | undefined;
  /** Why it failed, or why it waits for the connection. */
  problem?: ShownProblem | undefined;
  /** The service's id of it, once it has one. */
  uploadId?: string | undefined;
  /** SHA-256 of the file, as this browser read it. */
  contentHash?: string | undefined;
  result?: BlobUploadResult | undefined;
};

/** An upload that was begun earlier and left: only the file is missing to go on. */
export type UnfinishedUpload = {
  uploadId: string;
  storeName: string;
  id: string;
  fileName?: string | undefined;
  contentLength: number;
  receivedBytes: number;
  expiresOn: string;
};

/** An upload that a reload ended before its first byte was sent: only the tab that began it knows of it. */
export type NotBegunUpload = {
  storeName: string;
  id: string;
  fileName: string;
  contentLength: number;
  createEntry: boolean;
  /** The entity tag of the blob that it replaces. */
  replaces?: string;
};

/** An upload that goes on when its file is chosen again. */
export type LeftUpload = UnfinishedUpload | NotBegunUpload;

/** Names an upload that was left in a list of them. */
export function leftUploadKey(upload: LeftUpload): string {
  return 'uploadId' in upload ? upload.uploadId : JSON.stringify([upload.storeName, upload.id]);
}

const ended: readonly TransferState[] = ['done', 'failed', 'canceled'];

/** Nothing more happens to it by itself. */
export function hasEnded({ state }: Pick<Transfer, 'state'>): boolean {
  return ended.includes(state);
}

/** Leaving the page would interrupt it. */
export function isUnderWay({ state }: Pick<Transfer, 'state'>): boolean {
  return !hasEnded({ state }) && state !== 'paused';
}

/** Whether an upload that the service knows of is one of these: it goes on here, or has just come to its end here. */
export function isAmong(
  transfers: readonly Pick<Transfer, 'state' | 'storeName' | 'id' | 'uploadId'>[],
  { uploadId, storeName, id }: Pick<UnfinishedUpload, 'uploadId' | 'storeName' | 'id'>,
): boolean {
  return transfers.some((transfer) =>
    hasEnded(transfer)
      ? transfer.state === 'done' && transfer.uploadId === uploadId
      : transfer.storeName === storeName && transfer.id === id,
  );
}

/** Whether the service holds the very bytes that this browser read. */
export function isVerified({ contentHash, result }: Pick<Transfer, 'contentHash' | 'result'>): boolean {
  return contentHash !== undefined && result?.contentHash === contentHash;
}

/** Whether it reads the file for its hash, or was paused while it did. */
export function isBeforeSending({ state, contentHash }: Pick<Transfer, 'state' | 'contentHash'>): boolean {
  return state === 'reading' || (state === 'paused' && contentHash === undefined);
}

/** How far it is, from 0 to 1: of the reading while it reads, else of the sending. */
export function progressOf(transfer: Transfer): number {
  const { state, size, readBytes, sentBytes } = transfer;
  if (state === 'done') return 1;
  if (size === 0) return 0;
  return Math.min(1, (isBeforeSending(transfer) ? readBytes : sentBytes) / size);
}

/** Whole percent, rounded down: 100 is said only when all of it is there. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.min(100, Math.floor((part / whole) * 100));
}

/** `40 s`, `3 min`, `2 h 5 min` until all is sent; `undefined` where nobody can tell. */
export function remainingOf({ state, size, sentBytes, bytesPerSecond }: Transfer): string | undefined {
  if (state !== 'sending' || bytesPerSecond === undefined || bytesPerSecond < 1) return undefined;
  const seconds = Math.ceil((size - sentBytes) / bytesPerSecond);
  if (seconds < 60) return `${Math.max(1, seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** The problems of a conflict: what is there is not what was to be replaced. */
export function isConflict(code: string | undefined): boolean {
  return code === 'PreconditionFailed' || code === 'BlobAlreadyExists';
}

/** The problem of a file that is no longer the one that was chosen: another try finds the same. */
export const fileChangedCode = 'FileChanged';

/** Why an upload failed: in words of its own where the service can only name what it compared. */
export function failureSentence(problem: Pick<ShownProblem, 'code' | 'detail'> | undefined): string {
  return failureWords(problem?.code) ?? problem?.detail ?? 'The upload failed.';
}

function failureWords(code: string | undefined): string | undefined {
  if (code === 'PreconditionFailed') return 'Someone else replaced the blob in the meantime. Nothing was overwritten.';
  if (code === 'BlobAlreadyExists') return 'The entry has a blob now. Nothing was overwritten.';
  if (code === 'BlobNotAccepted') return 'The entry does not accept a blob.';
  if (code === 'ContentHashMismatch') return 'The uploaded bytes are from another file. Nothing was stored.';
  return undefined;
}
