import { transferOf } from '../blobs/transfer.ts';
import { writerOf } from '../state/address.ts';
import type { Verb } from '../verb.ts';
import { ownUpload } from './own.ts';
import { countIn, progressHeaders, requireTus } from './tus.ts';

/**
 * tus: PATCH. Keeps what was durable when the connection broke. The audit trail has one record for the whole upload.
 */
export const appendUpload: Verb<'AppendUpload'> = async ({ state }, call) => {
  const { params, content, caller, note, answerHeaders, requestHeaders } = call;
  requireTus(requestHeaders);
  if (content === undefined) throw new TypeError('an append comes with its bytes');
  const offset = countIn(requestHeaders, 'upload-offset');
  const { storeName, id } = await ownUpload(state, call);
  note.target = `${storeName}/${id}`;
  const upload = await state.appendUpload(
    params.uploadId,
    offset,
    content.stream,
    writerOf(caller),
    transferOf(call, content),
  );
  Object.assign(answerHeaders, progressHeaders(upload));
  if (upload.result === undefined) note.isPart = true;
  else note.detail = `complete with ${upload.contentLength} bytes`;
};
