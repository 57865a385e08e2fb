import { discard } from '../discard.ts';
import type { UploadContext } from './upload-row.ts';

/** Ends a resumable upload and removes its bytes. What a request adds to it at this moment goes with it; a complete one is only forgotten. */
export async function abandonUpload(context: UploadContext, uploadId: string): Promise<void> {
  const { database, meters } = context;
  meters.forget(uploadId);
  await discard(context, uploadId);
  await database`delete from blob_upload where key = ${uploadId} and is_resumable and result is not null`;
}
