import type { BytesLostError, UploadState } from '#blobs';
import { limits, TaskdeckError } from '#contract';
import { type Hold, inUse } from './hold-upload.ts';
import type { UploadContext, UploadRow } from './upload-row.ts';

/** Records how far an upload is and extends its life. Resolves with the upload as it is then. */
export async function note(
  { database }: UploadContext,
  row: UploadRow,
  hold: Hold,
  { state, length }: { state: UploadState; length: number },
): Promise<UploadRow> {
  const [noted] = await database<{ modified_on: string }[]>`
    update blob_upload set store_state = ${state}, received_bytes = ${length}, modified_on = clock_timestamp(),
      expires_on = clock_timestamp() + ${limits.uploadHours} * interval '1 hour'
    where key = ${row.key} and held_by = ${hold.id} and expires_on > clock_timestamp() returning modified_on`;
  if (noted === undefined) throw inUse();
  return { ...row, ...noted, received_bytes: length, store_state: state };
}

/** Takes an upload back to the bytes that are still there. Resolves with the refusal that says so. */
export async function goBackTo(
  context: UploadContext,
  row: UploadRow,
  hold: Hold,
  left: BytesLostError,
): Promise<TaskdeckError> {
  await note(context, row, hold, left);
  const message = `the blob store has lost bytes of this upload, which goes on at ${left.length}`;
  return new TaskdeckError('UploadOffsetMismatch', message, { cause: left });
}
