import { inTransaction } from '#database';
import { discard } from '../discard.ts';
import type { UploadContext } from './upload-row.ts';

/**
 * Ends a resumable upload and removes its bytes, with those of a request in progress. Of a complete upload, only the
 * row is deleted.
 */
export async function abandonUpload(context: UploadContext, uploadId: string): Promise<void> {
  const { database, meters } = context;
  meters.forget(uploadId);
  await inTransaction(database, async (transaction) => {
    await transaction`update blob_upload set expires_on = 'epoch' where key = ${uploadId} and result is null`;
    await transaction`delete from blob_upload where key = ${uploadId} and is_resumable and result is not null`;
  });
  await discard(context, uploadId);
}
