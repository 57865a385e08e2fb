import type { ResumableUpload } from '#contract';
import { isAmong, type LeftUpload, type Transfer, type UnfinishedUpload } from '@/components/blob/transfer.ts';
import type { UploadPlan } from './upload-plan.ts';

/** Of the uploads that the service knows of, those that were left: not complete, and not under way in this page. */
export function leftUploads(known: readonly ResumableUpload[], transfers: readonly Transfer[]): ResumableUpload[] {
  return known.filter((upload) => upload.result === undefined && !isAmong(transfers, upload));
}

/** The plan of an upload that was left, with its file. `replaces` is the blob that one which was begun may replace now. */
export function planOfLeft(upload: LeftUpload, file: File, replaces?: string): UploadPlan {
  const { storeName, id } = upload;
  if ('uploadId' in upload) return { storeName, id, file, replaces, createEntry: true, unfinished: upload };
  return { storeName, id, file, replaces: upload.replaces, createEntry: upload.createEntry };
}

/** Has the service delete what has arrived of an upload. Resolves with whether it is gone. */
export async function discardUpload(
  { uploadId }: Pick<UnfinishedUpload, 'uploadId'>,
  send: typeof fetch = fetch,
): Promise<boolean> {
  const answer = await send(`/api/uploads/${encodeURIComponent(uploadId)}`, {
    method: 'DELETE',
    headers: { 'Tus-Resumable': '1.0.0' },
  }).catch(() => undefined);
  return answer !== undefined && (answer.ok || answer.status === 404 || answer.status === 410);
}
