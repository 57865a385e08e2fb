import {
  type BlobUploadResult,
  type ParsedResumableUploadInput,
  type ResumableUpload,
  type StateWriter,
  TaskdeckError,
} from '#contract';
import { type Database, readStored } from '#database';
import type { OpenUpload } from '../../records.ts';
import type { BlobContext } from '../context.ts';
import type { KeptMeters } from './kept-meters.ts';

export type UploadContext = BlobContext & { meters: KeptMeters };

/** A row of `blob_upload`. */
export type UploadRow = {
  key: string;
  namespace: string;
  identity: string;
  writer: string;
  input: string;
  content_length: number;
  received_bytes: number;
  store_state: string;
  result: string | null;
  created_on: string;
  modified_on: string;
  expires_on: string;
};

export const uploadColumns = (database: Database) =>
  database`key, namespace, identity, writer, input, content_length, received_bytes, store_state, result, created_on, modified_on, expires_on`;

/** Returns the current state of a resumable upload. Throws `UploadNotFound`, also when it has expired. */
export async function readUpload(database: Database, key: string): Promise<UploadRow> {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw noUpload(key);
  const [row] = await database<UploadRow[]>`
    select ${uploadColumns(database)} from blob_upload
    where key = ${key} and is_resumable and expires_on > clock_timestamp()`;
  if (row === undefined) throw noUpload(key);
  return row;
}

export function uploadRecord(row: UploadRow): ResumableUpload {
  const { storeName, id, fileName } = inputOf(row);
  return {
    uploadId: row.key,
    storeName,
    id,
    ...(fileName !== undefined && { fileName }),
    contentLength: row.content_length,
    receivedBytes: row.received_bytes,
    createdOn: row.created_on,
    expiresOn: row.expires_on,
    ...(row.result !== null && { result: readStored<BlobUploadResult>(row.result) }),
  };
}

export const openUpload = (row: UploadRow): OpenUpload => ({ ...uploadRecord(row), identity: row.identity });
export const inputOf = (row: UploadRow) => readStored<ParsedResumableUploadInput>(row.input);
export const writerOf = (row: UploadRow) => readStored<StateWriter>(row.writer);

/** Whether all bytes have arrived and the blob is not committed yet. The next reader commits it. */
export const isArrived = (row: UploadRow) => row.received_bytes === row.content_length && row.result === null;

export function noUpload(uploadId: string): TaskdeckError {
  return new TaskdeckError('UploadNotFound', `there is no upload "${uploadId.slice(0, 64)}"; it may have expired`);
}
