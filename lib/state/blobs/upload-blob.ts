import type { ByteSource } from '#blobs';
import type { BlobUploadResult, ParsedStateInput, StateResponse, StateWriter } from '#contract';
import type { BlobUpload, EntryAddress, StoreAddress } from '../records.ts';
import { type SaveOptions, type UpsertOperation, upsertOf } from '../write/mutation.ts';
import { blobChange, claimStaged } from './blob-row.ts';
import { commitUpload, uploadResult } from './commit-upload.ts';
import type { BlobContext } from './context.ts';
import { discardAfter } from './discard.ts';
import { guard } from './measure.ts';
import { rehearse } from './rehearse.ts';
import { stageBlob } from './stage-blob.ts';
import type { Transfer } from './transfer.ts';

/** Streams `source` in and commits it as the blob of an entry. A failure leaves nothing. */
export async function uploadBlob(
  context: BlobContext,
  { id, ...address }: EntryAddress,
  source: ByteSource,
  options: BlobUpload,
  writer: StateWriter,
  transfer: Transfer = {},
): Promise<BlobUploadResult> {
  const operation: UpsertOperation = { kind: 'upsert', id, ifMatch: options.ifEntryMatch };
  return uploadResult(
    await upload(context, address, { change: 'upload', operation }, source, options, writer, transfer),
  );
}

/** Saves an entry together with its blob, in one commit. */
export async function saveWithBlob(
  context: BlobContext,
  address: StoreAddress,
  input: ParsedStateInput,
  source: ByteSource,
  options: BlobUpload,
  writer: StateWriter,
  { keepsMarks = false, ...transfer }: Transfer & SaveOptions = {},
): Promise<StateResponse> {
  const given = upsertOf(input);
  const operation = { ...given, hasBlob: given.hasBlob ?? true, ifMatch: given.ifMatch ?? options.ifEntryMatch };
  return upload(context, address, { change: 'save', operation, keepsMarks }, source, options, writer, transfer);
}

async function upload(
  context: BlobContext,
  address: StoreAddress,
  { change, operation, keepsMarks = false }: SaveOptions & { change: 'save' | 'upload'; operation: UpsertOperation },
  source: ByteSource,
  options: BlobUpload,
  writer: StateWriter,
  transfer: Transfer,
): Promise<StateResponse> {
  guard(source);
  await rehearse(context, { address, change, writer, keepsMarks }, operation, options);
  const staged = await stageBlob(context, { ...address, id: operation.id }, source, options, writer, transfer);
  try {
    return await commitUpload(
      context,
      { address, change, writer, keepsMarks, operation: { ...operation, blob: blobChange(staged, options) } },
      (transaction) => claimStaged(transaction, staged),
    );
  } catch (error) {
    return discardAfter(error, context, staged.key);
  }
}
