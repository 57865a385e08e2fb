import { randomUUID } from 'node:crypto';
import { limits, type ParsedResumableUploadInput, type ResumableUpload, type StateWriter } from '#contract';
import { inTransaction } from '#database';
import { blobLimit } from '../blob-limit.ts';
import { discardAfter } from '../discard.ts';
import { rehearse } from '../rehearse.ts';
import { checkDeclared } from '../stage-blob.ts';
import { begunBefore, keyInUse } from './begun-before.ts';
import { completeUpload } from './complete-upload.ts';
import { holding } from './hold-upload.ts';
import { uploadOperation } from './upload-operation.ts';
import { readUpload, type UploadContext, uploadRecord } from './upload-row.ts';

/**
 * Begins a resumable upload. Refuses what the commit would refuse, as far as it is known. With an idempotency key that
 * this identity has used, returns the upload that it began, as it is by now.
 */
export async function beginUpload(
  context: UploadContext,
  namespace: string,
  input: ParsedResumableUploadInput,
  identity: string,
  writer: StateWriter,
  idempotencyKey?: string,
): Promise<ResumableUpload> {
  const { database, blobs } = context;
  const { storeName, id, contentLength } = input;
  const address = { namespace, storeName };
  if (idempotencyKey !== undefined) {
    const begun = await begunBefore(context, { namespace, input, identity, idempotencyKey });
    if (begun !== undefined) return begun;
  }
  checkDeclared(contentLength, await blobLimit(context, address));
  await rehearse(context, { address, change: 'upload', writer }, uploadOperation(input), input);
  const key = randomUUID();
  const inserted = await database`
    insert into blob_upload (key, namespace, store_name, entry_id, identity, writer, is_resumable, input, content_length,
      idempotency_key, expires_on)
    values (${key}, ${namespace}, ${storeName}, ${id}, ${identity}, ${JSON.stringify(writer)}, true,
      ${JSON.stringify(input)}, ${contentLength}, ${idempotencyKey ?? null},
      now() + ${limits.uploadHours} * interval '1 hour')
    on conflict (identity, namespace, idempotency_key) where idempotency_key is not null do nothing
    returning key`;
  if (inserted.length === 0) throw keyInUse(); // the same request came twice at the same time
  try {
    const state = await blobs.begin(key);
    await inTransaction(
      database,
      (transaction) => transaction`update blob_upload set store_state = ${state} where key = ${key}`,
    );
  } catch (error) {
    return discardAfter(error, context, key);
  }
  if (contentLength === 0) await holding(context, key, (row, hold) => completeUpload(context, row, hold, writer));
  return uploadRecord(await readUpload(database, key));
}
