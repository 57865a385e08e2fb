import { randomUUID } from 'node:crypto';
import type { ByteSource } from '#blobs';
import { type StateWriter, TaskdeckError } from '#contract';
import type { BlobUpload, EntryAddress } from '../records.ts';
import { blobLimit } from './blob-limit.ts';
import type { BlobContext } from './context.ts';
import { discardAfter } from './discard.ts';
import { type ByteLimit, guard, measured, newMeter, tooManyBytes } from './measure.ts';
import { type StagedBlob, stagedBlob } from './staged-blob.ts';
import { atOnce, type Transfer, type Waiting } from './transfer.ts';

/** After this time without a heartbeat, the upload of a dead process is discarded. */
const lifeInMinutes = 10;
const signOfLifeMs = 60_000;

export type StageOptions = Transfer & {
  /** Performs what comes before the first byte, which may be repeated. Default: once. */
  begin?: Waiting;
};

/**
 * Uploads all of `source` to the blob store. The caller then either commits it with `claimStaged` or calls `discard`. A
 * failure leaves nothing: too many bytes (413), a different length than declared (400 `IncompleteBlob`), or a different
 * hash (400 `ContentHashMismatch`).
 */
export async function stageBlob(
  context: BlobContext,
  address: EntryAddress,
  source: ByteSource,
  options: BlobUpload,
  writer: StateWriter,
  { signal, waiting = atOnce, begin = atOnce }: StageOptions = {},
): Promise<StagedBlob> {
  guard(source); // it may fail while the upload begins
  const { blobs } = context;
  const key = randomUUID();
  const limit = await begin(async () => {
    const found = await blobLimit(context, address);
    checkDeclared(options.contentLength, found);
    await noteUpload(context, key, address, writer);
    return found;
  });
  const stop = sendHeartbeats(context, key);
  try {
    const meter = newMeter();
    await waiting(() => blobs.put(key, measured(source, meter, limit, signal), signal));
    const facts = { contentLength: meter.length, contentHash: meter.hash.digest('hex') };
    checkArrived(facts, options);
    return stagedBlob(key, facts, options);
  } catch (error) {
    return discardAfter(error, context, key);
  } finally {
    stop();
  }
}

/** Does nothing when the upload is noted already. */
async function noteUpload(
  { database }: BlobContext,
  key: string,
  { namespace, storeName, id }: EntryAddress,
  writer: StateWriter,
): Promise<void> {
  await database`
    insert into blob_upload (key, namespace, store_name, entry_id, identity, writer, is_resumable, input, expires_on)
    values (${key}, ${namespace}, ${storeName}, ${id}, '', ${JSON.stringify(writer)}, false, '{}',
      now() + ${lifeInMinutes} * interval '1 minute')
    on conflict (key) do nothing`;
}

/** Throws 413 before any byte is read when the declared length is above the limit. */
export function checkDeclared(contentLength: number | undefined, limit: ByteLimit): void {
  if (contentLength !== undefined && contentLength > limit.bytes) throw tooManyBytes(limit, `${contentLength}`);
}

/** Throws when the received bytes differ from the declared length or hash. */
export function checkArrived(
  actual: { contentLength: number; contentHash: string },
  { contentLength, contentHash }: Pick<BlobUpload, 'contentLength' | 'contentHash'>,
): void {
  if (contentLength !== undefined && actual.contentLength !== contentLength)
    throw new TaskdeckError('IncompleteBlob', `${contentLength} bytes were declared and ${actual.contentLength} came`);
  if (contentHash !== undefined && actual.contentHash !== contentHash)
    throw new TaskdeckError(
      'ContentHashMismatch',
      `the bytes that came have the SHA-256 ${actual.contentHash}, not ${contentHash}`,
    );
}

/**
 * Sends heartbeats, so that the upload is not discarded while this process lives. Returns the function that ends them.
 */
function sendHeartbeats({ database }: BlobContext, key: string): () => void {
  const timer = setInterval(() => {
    const signed = database`
      update blob_upload set expires_on = clock_timestamp() + ${lifeInMinutes} * interval '1 minute'
      where key = ${key} and expires_on > clock_timestamp()`;
    signed.catch(() => {}); // repeated in a minute; when it never succeeds, the commit fails with the reason
  }, signOfLifeMs);
  timer.unref();
  return () => clearInterval(timer);
}
