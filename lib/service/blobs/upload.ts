import { blobUploadOptions, TaskdeckError } from '#contract';
import type { EntryAddress } from '#state';
import type { GuardedState } from '../records/guarded.ts';
import { entryOf, writerOf } from '../state/address.ts';
import type { Verb } from '../verb.ts';
import { contentTypeOf } from './content.ts';
import { transferOf } from './transfer.ts';

/** `If-Match` refers to the blob's entity tag. `If-None-Match: *` means `overwrite=false`. */
export const uploadBlob: Verb<'UploadBlob'> = async ({ state }, call) => {
  const { content, query, ifMatch, note } = call;
  if (content === undefined) throw new TypeError('an upload comes with its bytes');
  const address = entryOf(call);
  const replaced = call.mustExist ? (await state.openBlob(address)).etag : ifMatch;
  const options = blobUploadOptions.parse({
    ...query,
    overwrite: (query.overwrite || replaced !== undefined) && !call.mustNotExist,
    contentType: contentTypeOf(content),
    ...(replaced === undefined ? {} : { ifMatch: replaced }),
  });
  const { stream, contentLength } = content;
  const uploaded = await state.uploadBlob(
    address,
    stream,
    { ...options, contentLength },
    writerOf(call.caller),
    transferOf(call, content),
  );
  note.detail = `${uploaded.contentLength} bytes`;
  call.hasCreated = !options.overwrite || !(await hadBlob(state, address, uploaded.version - 1));
  return uploaded;
};

/** Whether the entry had a blob in the version before an upload. */
async function hadBlob(state: GuardedState, address: EntryAddress, version: number): Promise<boolean> {
  try {
    return (await state.getVersion(address, version)).blob !== undefined;
  } catch (error) {
    if (error instanceof TaskdeckError && error.status === 404) return false;
    throw error;
  }
}
