import { isTaskdeckError } from '#contract';
import type { OpenUpload } from '../../records.ts';
import { atOnce } from '../transfer.ts';
import { completeUpload } from './complete-upload.ts';
import { type Hold, holding } from './hold-upload.ts';
import { isArrived, openUpload, readUpload, type UploadContext, type UploadRow, writerOf } from './upload-row.ts';

/** Returns a resumable upload with its identity, as it is. */
export async function findUpload({ database }: UploadContext, uploadId: string): Promise<OpenUpload> {
  return openUpload(await readUpload(database, uploadId));
}

/**
 * Returns a resumable upload with its identity. Commits an upload whose process died after receiving all bytes, unless some of
 * them are lost: the upload then goes on where it says.
 */
export async function getUpload(context: UploadContext, uploadId: string, waiting = atOnce): Promise<OpenUpload> {
  const row = await readUpload(context.database, uploadId);
  if (!isArrived(row)) return openUpload(row);
  const complete = async (held: UploadRow, hold: Hold) => {
    if (isArrived(held)) await completeUpload(context, held, hold, writerOf(held), waiting);
  };
  await holding(context, uploadId, complete, waiting).catch((error: unknown) => {
    if (!isTaskdeckError(error) || error.code !== 'UploadOffsetMismatch') throw error;
  });
  return openUpload(await readUpload(context.database, uploadId));
}
