import { TaskdeckError } from '#contract';
import type { Transaction } from '#database';
import type { BlobUpload } from '../records.ts';
import type { BlobChange } from '../write/mutation.ts';
import type { StagedBlob } from './staged-blob.ts';

/** Inserts the row of a staged blob, in the transaction that assigns it to its entry. */
export async function insertBlob(transaction: Transaction, staged: StagedBlob): Promise<void> {
  await transaction`
    insert into blob (key, content_length, content_hash, content_type, content_encoding, content_disposition, file_name,
      metadata)
    values (${staged.key}, ${staged.contentLength}, ${Buffer.from(staged.contentHash, 'hex')}, ${staged.contentType},
      ${staged.contentEncoding ?? null}, ${staged.contentDisposition ?? null}, ${staged.fileName ?? null},
      ${staged.metadata === undefined ? null : JSON.stringify(staged.metadata)})`;
}

/**
 * Takes a staged blob from the sweep and inserts its row, in the transaction that assigns it to its entry. Throws 503
 * when it was discarded meanwhile.
 */
export async function claimStaged(transaction: Transaction, staged: StagedBlob): Promise<void> {
  const claimed = await transaction`
    delete from blob_upload where key = ${staged.key} and expires_on > clock_timestamp() returning key`;
  if (claimed.length === 0) throw givenUp();
  await insertBlob(transaction, staged);
}

/** Returns the blob part of the operation that assigns it to its entry. */
export function blobChange(staged: Pick<StagedBlob, 'key' | 'contentLength'>, options: BlobUpload): BlobChange {
  return {
    key: staged.key,
    contentLength: staged.contentLength,
    mayReplace: options.overwrite === true,
    ifMatch: options.ifMatch,
  };
}

/** The error of an upload whose bytes were removed because it had stopped for too long. */
function givenUp(): TaskdeckError {
  return new TaskdeckError(
    'ServiceUnavailable',
    'the upload took too long to be committed and was given up; try again',
  );
}
