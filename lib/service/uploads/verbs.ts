import { ownerOf } from '../access/caller.ts';
import type { Verbs } from '../verb.ts';
import { appendUpload } from './append.ts';
import { beginUpload } from './begin.ts';
import { ownUpload } from './own.ts';
import { progressHeaders, requireTus } from './tus.ts';

/** The verbs of the operations on uploads. */
export const uploadVerbs = {
  ListUploads: ({ state }, { namespace, caller, query }) =>
    state.listUploads(namespace, ownerOf(caller), { ...query, stores: caller.bounds?.stores }),
  BeginUpload: beginUpload,
  /** GET returns the record, HEAD the progress as tus defines it. */
  GetUpload: async ({ state }, call) => {
    if (call.isHead) requireTus(call.requestHeaders);
    const { identity: _, ...upload } = await ownUpload(state, call.params.uploadId, call.caller);
    Object.assign(call.answerHeaders, progressHeaders(upload), { 'upload-length': String(upload.contentLength) });
    return upload;
  },
  AppendUpload: appendUpload,
  /** tus: termination. */
  AbandonUpload: async ({ state }, { params, caller, requestHeaders, note }) => {
    requireTus(requestHeaders);
    const { storeName, id } = await ownUpload(state, params.uploadId, caller);
    note.target = `${storeName}/${id}`;
    await state.abandonUpload(params.uploadId);
  },
} satisfies Partial<Verbs>;
