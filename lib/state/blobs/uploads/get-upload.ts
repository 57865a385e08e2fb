import type { OpenUpload } from '../../records.ts';
import { completeUpload } from './complete-upload.ts';
import { holding } from './hold-upload.ts';
import { isArrived, openUpload, readUpload, type UploadContext, writerOf } from './upload-row.ts';

/** Returns a resumable upload with its identity. Commits an upload whose process died after receiving all bytes. */
export async function getUpload(context: UploadContext, uploadId: string): Promise<OpenUpload> {
  const row = await readUpload(context.database, uploadId);
  if (!isArrived(row)) return openUpload(row);
  await holding(context, uploadId, async (held, hold) => {
    if (isArrived(held)) await completeUpload(context, held, hold, writerOf(held));
  });
  return openUpload(await readUpload(context.database, uploadId));
}
