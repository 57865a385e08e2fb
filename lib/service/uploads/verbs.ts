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
  /** GET returns the record, HEAD the progress as tus defines it. Both commit an upload whose bytes have all come. */
  GetUpload: async ({ state }, call) => {
    if (call.isHead) requireTus(call.requestHeaders);
    await ownUpload(state, call);
    const { identity: _, ...upload } = await state.getUpload(call.params.uploadId, call.outOfTurn);
    Object.assign(call.answerHeaders, progressHeaders(upload), { 'upload-length': String(upload.contentLength) });
    return upload;
  },
  AppendUpload: appendUpload,
  /** tus: termination. */
  AbandonUpload: async ({ state }, call) => {
    requireTus(call.requestHeaders);
    const { storeName, id } = await ownUpload(state, call);
    call.note.target = `${storeName}/${id}`;
    await state.abandonUpload(call.params.uploadId);
  },
} satisfies Partial<Verbs>;
