import { isInside, TaskdeckError } from '#contract';
import type { OpenUpload } from '#state';
import { ownerOf } from '../access/caller.ts';
import type { GuardedState } from '../records/guarded.ts';
import type { Call } from '../verb.ts';

type OfUpload = Pick<Call<{ uploadId: string }>, 'params' | 'caller'>;

/**
 * Returns the upload that the path names. Another caller's upload, or one outside of the caller's bounds, is not found, and
 * the question changes nothing.
 */
export async function ownUpload(state: GuardedState, { params: { uploadId }, caller }: OfUpload): Promise<OpenUpload> {
  const upload = await state.findUpload(uploadId);
  if (upload.identity !== ownerOf(caller) || !isInside(caller.bounds?.stores, upload.storeName))
    throw new TaskdeckError('UploadNotFound', `there is no upload "${uploadId}"`);
  return upload;
}
