import { createHash } from 'node:crypto';
import { BytesLostError, recycle } from '#blobs';
import { isTaskdeckError, limits, type StateWriter } from '#contract';
import { mayBegin } from '#database';
import { blobChange, insertBlob } from '../blob-row.ts';
import { commitUpload, uploadResult } from '../commit-upload.ts';
import { discardAfter } from '../discard.ts';
import { ofLength } from '../of-length.ts';
import { checkArrived } from '../stage-blob.ts';
import { stagedBlob } from '../staged-blob.ts';
import { atOnce } from '../transfer.ts';
import { type Hold, inUse } from './hold-upload.ts';
import { goBackTo } from './progress.ts';
import { uploadOperation } from './upload-operation.ts';
import { inputOf, type UploadContext, type UploadRow } from './upload-row.ts';

/**
 * Commits an upload with all its bytes as the blob of its entry. Can be repeated after a crash. A refusal removes the
 * bytes and the upload.
 */
export async function completeUpload(
  context: UploadContext,
  row: UploadRow,
  hold: Hold,
  writer: StateWriter,
  waiting = atOnce,
): Promise<void> {
  if (row.result !== null) return;
  const { key, namespace } = row;
  const input = inputOf(row);
  hold.isFinishing = true;
  // what refuses the caller by then does not remove what came
  const contentHash = await waiting(async () => {
    await finish(context, row, hold);
    const meter = context.meters.take(row);
    return meter?.hash.digest('hex') ?? (await hashOf(context, row));
  });
  await mayBegin();
  try {
    const facts = { contentLength: row.content_length, contentHash };
    checkArrived(facts, input);
    const staged = stagedBlob(key, facts, input);
    await commitUpload(
      context,
      {
        address: { namespace, storeName: input.storeName },
        change: 'upload',
        writer,
        operation: { ...uploadOperation(input), blob: blobChange(staged, input) },
      },
      async (transaction) => {
        const held = await transaction`
          select key from blob_upload
          where key = ${key} and held_by = ${hold.id} and result is null and expires_on > clock_timestamp() for update`;
        if (held.length === 0) throw inUse();
        await insertBlob(transaction, staged);
      },
      async (transaction, state) => {
        await transaction`
          update blob_upload set result = ${JSON.stringify(uploadResult(state))}, modified_on = clock_timestamp(),
            expires_on = clock_timestamp() + ${limits.uploadHours} * interval '1 hour'
          where key = ${key}`;
      },
    );
  } catch (error) {
    if (!isTaskdeckError(error) || error.code === 'UploadInUse') throw error; // a later try may succeed
    await discardAfter(error, context, key);
  }
}

/** Makes a blob of the bytes. Throws `UploadOffsetMismatch` when some are lost. */
async function finish(context: UploadContext, row: UploadRow, hold: Hold): Promise<void> {
  try {
    await context.blobs.finish(row.key, row.store_state);
  } catch (error) {
    throw error instanceof BytesLostError ? await goBackTo(context, row, hold, error) : error;
  }
}

/** Hashes bytes that another process received, or this one before a restart, by reading them back. */
async function hashOf({ blobs }: UploadContext, { key, content_length }: UploadRow): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of ofLength(await blobs.read(key), content_length)) {
    hash.update(piece);
    recycle(piece);
  }
  return hash.digest('hex');
}
