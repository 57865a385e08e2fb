import { discard } from '../discard.ts';
import type { UploadContext } from './upload-row.ts';

/**
 * Ends a resumable upload and removes its bytes, with those of a request in progress. Of a complete upload, only the
 * row is deleted.
 */
export async function abandonUpload(context: UploadContext, uploadId: string): Promise<void> {
  const { database, meters } = context;
  meters.forget(uploadId);
  await discard(context, uploadId);
  await database`delete from blob_upload where key = ${uploadId} and is_resumable and result is not null`;
}
