import type { OpenUpload } from '../../records.ts';
import { completeUpload } from './complete-upload.ts';
import { holding } from './hold-upload.ts';
import { isArrived, openUpload, readUpload, type UploadContext, writerOf } from './upload-row.ts';

/** Returns a resumable upload with its identity. Commits what had arrived when the process died that was to commit it. */
export async function getUpload(context: UploadContext, uploadId: string): Promise<OpenUpload> {
  const row = await readUpload(context.database, uploadId);
  if (!isArrived(row)) return openUpload(row);
  await holding(context, uploadId, async (held, hold) => {
    if (isArrived(held)) await completeUpload(context, held, hold, writerOf(held));
  });
  return openUpload(await readUpload(context.database, uploadId));
}
