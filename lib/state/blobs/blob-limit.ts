import type { StorePolicy } from '#contract';
import { readStored } from '#database';
import type { StoreAddress } from '../records.ts';
import type { BlobContext } from './context.ts';
import type { ByteLimit } from './measure.ts';

/** Returns the maximum size of a blob in a store: the service's limit, or the smaller one of the store's policy. */
export async function blobLimit(
  { database, maximumBlobBytes }: BlobContext,
  { namespace, storeName }: StoreAddress,
): Promise<ByteLimit> {
  const [row] = await database<{ policy: string | null }[]>`
    select policy from state_store where namespace = ${namespace} and name = ${storeName}`;
  const policy = readStored<StorePolicy>(row?.policy ?? '{}');
  return policy.maximumBlobBytes !== undefined && policy.maximumBlobBytes < maximumBlobBytes
    ? { bytes: policy.maximumBlobBytes, name: "maximumBlobBytes of the store's policy" }
    : { bytes: maximumBlobBytes, name: 'blobBytes' };
}
