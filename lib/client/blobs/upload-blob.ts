import { createHttpHeaders, type PipelineRequest } from '@azure/core-rest-pipeline';
import {
  type BlobUploadResult,
  blobUploadOptions,
  type OperationName,
  type StateInput,
  type StateReference,
  type StateResponse,
  stringifyJson,
} from '#contract';
import { checkGiven } from '../check-given.ts';
import type { Connection } from '../connection.ts';
import { refuseOtherThanJson } from '../request-body.ts';
import { isRequestFailedError, RequestFailedError } from '../request-failed-error.ts';
import { noteBody } from '../sent-body.ts';
import { readReference } from '../state/state-reference.ts';
import { type BlobSource, type PreparedSource, prepareSource } from './blob-source.ts';
import type { UploadBlobOptions } from './options.ts';
import { UploadBody } from './upload-body.ts';

const defaultContentType = 'application/octet-stream';
/** Bodies of this size and more wait for the service's agreement (`Expect: 100-continue`). */
const askFirstFromBytes = 1024 * 1024;

/** Uploads a source as the blob of an entry. */
export async function uploadBlob(
  connection: Connection,
  reference: StateReference,
  source: BlobSource,
  given: boolean | UploadBlobOptions,
): Promise<BlobUploadResult> {
  const params = readReference(reference);
  const { contentLength, onProgress, contentType, ifMatch, abortSignal, timeoutInMs, idempotencyKey, ...facts } =
    readOptions(given);
  const prepared = await prepareSource(source, contentLength);
  const query = { ...facts, overwrite: facts.overwrite ?? false, fileName: facts.fileName ?? prepared.fileName };
  const body = new UploadBody(prepared, onProgress);
  const prepare = (request: PipelineRequest) => {
    request.headers.set('Content-Type', contentType ?? defaultContentType);
    if (prepared.length !== undefined) request.headers.set('Content-Length', String(prepared.length));
    request.body = () => body.open();
    attach(request, prepared, body);
  };
  const call = { params, query, ifMatch };
  return sending('UploadBlob', body, async () => {
    const { output } = await connection.exchange(
      'UploadBlob',
      call,
      { abortSignal, timeoutInMs, idempotencyKey },
      prepare,
    );
    checkHash('UploadBlob', body, output.contentHash);
    return output;
  });
}

/** Saves an entry and its blob in one change, with the multipart parts `input`, `options` and `blob`. */
export async function saveWithBlob(
  connection: Connection,
  storeName: string,
  input: StateInput,
  source: BlobSource,
  given: boolean | UploadBlobOptions,
): Promise<StateResponse> {
  const { contentLength, onProgress, abortSignal, timeoutInMs, idempotencyKey, ...facts } = readOptions(given);
  const prepared = await prepareSource(source, contentLength);
  const options = { ...facts, overwrite: facts.overwrite ?? false, fileName: facts.fileName ?? prepared.fileName };
  const body = new UploadBody(prepared, onProgress);
  const prepare = (request: PipelineRequest) => {
    const json = (name: string, text: string) => part(name, 'application/json', new TextEncoder().encode(text));
    const blob = part('blob', facts.contentType ?? defaultContentType, () => body.open());
    const parts = [json('input', String(request.body)), json('options', stringifyJson(options)), blob];
    delete request.body;
    request.headers.set('Content-Type', 'multipart/form-data');
    request.multipartBody = { parts };
    attach(request, prepared, body);
  };
  const call = { params: { storeName, id: input?.id }, body: { hasBlob: true, ...input } };
  return sending('SaveState', body, async () => {
    const { output } = await connection.exchange(
      'SaveState',
      call,
      { abortSignal, timeoutInMs, idempotencyKey },
      prepare,
    );
    checkHash('SaveState', body, output.blob?.contentHash);
    return output;
  });
}

function readOptions(given: boolean | UploadBlobOptions): UploadBlobOptions {
  if (typeof given === 'boolean') return { overwrite: given };
  if (typeof given === 'object' && given !== null) {
    const {
      contentLength: _,
      onProgress: __,
      abortSignal: ___,
      timeoutInMs: ____,
      idempotencyKey: _____,
      ...facts
    } = given;
    refuseOtherThanJson(facts);
    checkGiven(blobUploadOptions, facts);
    return given;
  }
  throw new TypeError('options: must be a boolean (overwrite) or an object');
}

/** Registers the body for the policies. A large body waits for `100 Continue`, so that a refusal costs nothing. */
function attach(request: PipelineRequest, { length }: PreparedSource, body: UploadBody): void {
  if (length === undefined || length >= askFirstFromBytes) request.headers.set('Expect', '100-continue');
  noteBody(request, body);
}

function part(name: string, contentType: string, body: Uint8Array | (() => NodeJS.ReadableStream)) {
  const file = name === 'blob' ? '; filename="blob"' : '';
  const headers = createHttpHeaders({
    'Content-Disposition': `form-data; name="${name}"${file}`,
    'Content-Type': contentType,
  });
  return { headers, body };
}

/**
 * Throws the source's error unchanged. After a lost connection, the error says that the source cannot be read again.
 */
async function sending<Result>(
  operation: OperationName,
  body: UploadBody,
  send: () => Promise<Result>,
): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (body.failure !== undefined) throw body.failure.reason;
    if (!isRequestFailedError(error) || error.code !== 'ConnectionFailed' || !body.isSpent) throw error;
    throw new RequestFailedError(
      `the upload was interrupted, and a stream cannot be read again: send a path or bytes, or start again (${error.message})`,
      { operation, code: 'SourceNotRewindable', requestId: error.requestId, cause: error },
    );
  } finally {
    body.stop();
  }
}

/** Compares the stored bytes with the sent ones. */
function checkHash(operation: OperationName, body: UploadBody, contentHash: string | undefined): void {
  const sent = body.contentHash;
  if (sent === undefined || contentHash === undefined || sent === contentHash) return;
  throw new RequestFailedError(`the service stored other bytes (SHA-256 ${contentHash}) than were sent (${sent})`, {
    operation,
    code: 'ContentHashMismatch',
  });
}
