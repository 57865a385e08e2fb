import { TaskdeckError } from '#contract';
import type { Transaction } from '#database';
import type { BlobUpload } from '../records.ts';
import type { BlobChange } from '../write/mutation.ts';
import type { StagedBlob } from './staged-blob.ts';

/** Makes a staged blob one that an entry can have. In the transaction that points the entry at it. */
export async function insertBlob(transaction: Transaction, staged: StagedBlob): Promise<void> {
  await transaction`
    insert into blob (key, content_length, content_hash, content_type, content_encoding, content_disposition, file_name,
      metadata)
    values (${staged.key}, ${staged.contentLength}, ${Buffer.from(staged.contentHash, 'hex')}, ${staged.contentType},
      ${staged.contentEncoding ?? null}, ${staged.contentDisposition ?? null}, ${staged.fileName ?? null},
      ${staged.metadata === undefined ? null : JSON.stringify(staged.metadata)})`;
}

/**
 * Takes a staged blob out of the hands of the sweep and makes its row, in the transaction that points the entry at it.
 * Throws 503 where it was given up meanwhile.
 */
export async function claimStaged(transaction: Transaction, staged: StagedBlob): Promise<void> {
  const claimed = await transaction`
    delete from blob_upload where key = ${staged.key} and expires_on > clock_timestamp() returning key`;
  if (claimed.length === 0) throw givenUp();
  await insertBlob(transaction, staged);
}

/** The blob part of the operation that gives it to its entry. */
export function blobChange(staged: Pick<StagedBlob, 'key' | 'contentLength'>, options: BlobUpload): BlobChange {
  return {
    key: staged.key,
    contentLength: staged.contentLength,
    mayReplace: options.overwrite === true,
    ifMatch: options.ifMatch,
  };
}

/** An upload that stood still for so long that its bytes were removed. */
export function givenUp(): TaskdeckError {
  return new TaskdeckError(
    'ServiceUnavailable',
    'the upload took too long to be committed and was given up; try again',
  );
}
