import { type ParsedResumableUploadInput, type ResumableUpload, TaskdeckError } from '#contract';
import { getUpload } from './get-upload.ts';
import type { UploadContext } from './upload-row.ts';

/** A creation of an upload that may have been sent before. */
type Creation = { namespace: string; input: ParsedResumableUploadInput; identity: string; idempotencyKey: string };

/** Longer than the blob store takes to begin an upload: a process that has not begun it by then has died. */
const beginsWithin = '30 seconds';

/**
 * Returns the upload that this identity began with this idempotency key, as it is by now. Throws
 * `IdempotencyKeyReused` when it was for something else, and `IdempotencyKeyInUse` while it is being begun.
 */
export async function begunBefore(context: UploadContext, creation: Creation): Promise<ResumableUpload | undefined> {
  const { namespace, input, identity, idempotencyKey } = creation;
  const { database } = context;
  await database`
    update blob_upload set idempotency_key = null, expires_on = least(expires_on, clock_timestamp())
    where identity = ${identity} and namespace = ${namespace} and idempotency_key = ${idempotencyKey}
      and (expires_on <= clock_timestamp()
        or store_state = '' and result is null and created_on < clock_timestamp() - ${beginsWithin}::interval)`;
  const [row] = await database<{ key: string; input: string; isBegun: boolean }[]>`
    select key, input, store_state <> '' or result is not null as "isBegun" from blob_upload
    where identity = ${identity} and namespace = ${namespace} and idempotency_key = ${idempotencyKey}`;
  if (row === undefined) return undefined;
  if (row.input !== JSON.stringify(input))
    throw new TaskdeckError('IdempotencyKeyReused', 'the idempotency key was used for another upload; take a new key');
  if (!row.isBegun) throw keyInUse();
  const { identity: _, ...upload } = await getUpload(context, row.key);
  return upload;
}

export function keyInUse(): TaskdeckError {
  return new TaskdeckError('IdempotencyKeyInUse', 'a request with this Idempotency-Key is still under way');
}
