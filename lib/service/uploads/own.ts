import { isInside, TaskdeckError } from '#contract';
import type { OpenUpload } from '#state';
import { type Caller, ownerOf } from '../access/caller.ts';
import type { GuardedState } from '../records/guarded.ts';

/** Returns an upload of the caller. Another caller's upload, or one outside of the caller's bounds, is not found. */
export async function ownUpload(state: GuardedState, uploadId: string, caller: Caller): Promise<OpenUpload> {
  const upload = await state.getUpload(uploadId);
  if (upload.identity !== ownerOf(caller) || !isInside(caller.bounds?.stores, upload.storeName))
    throw new TaskdeckError('UploadNotFound', `there is no upload "${uploadId}"`);
  return upload;
}
