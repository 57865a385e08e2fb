import type { Verb } from '../verb.ts';
import { ownUpload } from './own.ts';
import { progressHeaders, requireTus } from './tus.ts';

/** GET returns the record, HEAD the progress as tus defines it. */
export const getUpload: Verb<'GetUpload'> = async ({ state }, call) => {
  if (call.isHead) requireTus(call.requestHeaders);
  const { identity: _, ...upload } = await ownUpload(state, call.params.uploadId, call.caller);
  Object.assign(call.answerHeaders, progressHeaders(upload), { 'upload-length': String(upload.contentLength) });
  return upload;
};
