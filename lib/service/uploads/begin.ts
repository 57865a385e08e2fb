import { type ParsedResumableUploadInput, resumableUploadInput, TaskdeckError } from '#contract';
import { requireInside } from '../access/bounds.ts';
import { ownerOf } from '../access/caller.ts';
import { transferOf } from '../blobs/transfer.ts';
import { parserOfBody } from '../http/parse-input.ts';
import { writerOf } from '../state/address.ts';
import type { Call, Verb } from '../verb.ts';
import { countIn, jsonInMetadata, progressHeaders, requireTus } from './tus.ts';

const parse = parserOfBody(resumableUploadInput);

/**
 * tus: creation, also with the first bytes. An empty blob is complete at once. Sent again with the same
 * `Idempotency-Key`, it returns the upload as it is by now, and bytes that the upload has are not read again.
 */
export const beginUpload: Verb<'BeginUpload'> = async ({ state }, call) => {
  const { requestHeaders, answerHeaders, namespace, caller, content, idempotency, note } = call;
  requireTus(requestHeaders);
  const input = inputOf(call);
  requireInside(caller.bounds, 'stores', input.storeName);
  note.target = `${input.storeName}/${input.id}`;
  const writer = writerOf(caller);
  let upload = await state.beginUpload(namespace, input, ownerOf(caller), writer, idempotency?.key);
  answerHeaders.location = `/v1/uploads/${upload.uploadId}`;
  if (content !== undefined && upload.result === undefined && upload.receivedBytes === 0)
    upload = await state.appendUpload(upload.uploadId, 0, content.stream, writer, transferOf(call, content));
  const { contentLength } = input;
  note.detail = upload.result === undefined ? `${contentLength} bytes to come` : `complete with ${contentLength} bytes`;
  Object.assign(answerHeaders, progressHeaders(upload));
  return upload;
};

function inputOf({ requestHeaders }: Pick<Call, 'requestHeaders'>): ParsedResumableUploadInput {
  const contentLength = countIn(requestHeaders, 'upload-length');
  const given = jsonInMetadata(requestHeaders, 'input');
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TaskdeckError('InvalidRequest', 'header/upload-metadata: "input" is not a JSON object');
  return parse({ ...given, contentLength });
}
