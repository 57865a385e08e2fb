import { z } from 'zod';
import { headers as fields, type Operation, successStatus } from '#contract';
import { hasLocation } from '../http/has-location.ts';
import type { Json, Schemas } from './schemas.ts';

const bytes = { type: 'string', format: 'binary' };

/** Returns the `requestBody` of an operation that takes one. */
export function requestBodyOf(operation: Operation, schemas: Schemas): Json {
  const { body, example, bodyMediaType, multipart } = operation;
  if (bodyMediaType !== undefined) return { requestBody: { required: true, content: contentOf(bodyMediaType) } };
  if (body === undefined) return {};
  const schema = schemas.input(body);
  const content: Json = { 'application/json': { schema, example } };
  if (multipart !== undefined)
    content['multipart/form-data'] = {
      schema: {
        type: 'object',
        description: 'In this order; the blob is a file part with a name and is streamed',
        properties: {
          input: { ...schema, description: 'The entry' },
          options: { ...schemas.input(multipart), description: 'How the blob is kept' },
          blob: { ...bytes, description: 'The bytes of the blob' },
        },
        required: ['input', 'blob'],
      },
      encoding: {
        input: { contentType: 'application/json' },
        options: { contentType: 'application/json' },
      },
    };
  return { requestBody: { required: operation.isBodyOptional !== true, content } };
}

/** A generated client sends the declared type. Any other that says what the bytes are is accepted as well. */
function contentOf(bodyMediaType: string): Json {
  return { [bodyMediaType]: { schema: bytes } };
}

/** Returns the successful responses of an operation. */
export function successOf(operation: Operation, schemas: Schemas): Json {
  const headers = headersOf(operation);
  if (operation.mediaType === 'application/octet-stream') {
    const content = { 'application/octet-stream': { schema: bytes } };
    const part = { ...headers, 'Content-Range': headerOf('Which bytes these are, of how many') };
    // RFC 9110, 15.4.5: what describes the bytes is left out
    const { 'Repr-Digest': _, 'Content-Disposition': __, 'Content-Length': ___, ...ofUnchanged } = headers;
    return {
      '200': { description: 'All of it', headers, content },
      '206': { description: 'The range', headers: part, content },
      ...unchangedOf(ofUnchanged),
    };
  }
  const status = String(successStatus(operation));
  if (operation.output === undefined) return { [status]: { description: 'Done', headers } };
  const record = schemas.output(operation.output);
  const mediaType = operation.mediaType ?? 'application/json';
  const example = mediaType === 'application/json' ? { example: schemas.example(record) } : {};
  const content = { [mediaType]: { schema: record, ...example } };
  return {
    [status]: { description: operation.mayCreate ? 'Replaced' : 'Done', headers, content },
    ...(operation.mayCreate ? { '201': { description: 'Created', headers, content } } : {}),
    ...(operation.isRevalidatable ? unchangedOf(headers) : {}),
  };
}

/** The answer to a read whose caller has what it would return. */
function unchangedOf(headers: Json): Json {
  return { '304': { description: 'It is unchanged since what If-None-Match or If-Modified-Since names', headers } };
}

function headersOf(operation: Operation): Json {
  const { protocol, method, mediaType, resource, output, replay } = operation;
  const isTagged = output instanceof z.ZodObject && 'etag' in output.shape;
  const isUpload = output instanceof z.ZodObject && 'entryEtag' in output.shape;
  return {
    ...requestId,
    ...(isTagged ? { ETag: headerOf('Entity tag of what is returned, for If-Match') } : {}),
    ...(isUpload ? { [fields.entryEtag]: headerOf('Entity tag of the entry after the upload') } : {}),
    ...(hasLocation(operation) ? { Location: headerOf('Path of what was created') } : {}),
    ...(replay === 'creation'
      ? { [fields.completion]: headerOf('Lets the creator wait for the task with WaitForTask') }
      : {}),
    ...(resource === 'state' && method === 'DELETE'
      ? { [fields.receipt]: headerOf('What UndoState takes; left out where there was nothing') }
      : {}),
    ...(mediaType === 'application/octet-stream' ? blobHeaders : {}),
    ...(protocol === 'tus' ? tusHeaders : {}),
    ...(protocol === 'tus' && method === 'POST' ? { Location: headerOf('Where the upload goes on') } : {}),
  };
}

/** Returns a header of an answer. */
export function headerOf(description: string): Json {
  return { description, schema: { type: 'string' } };
}

/** Of every answer. */
export const requestId = { 'X-Request-Id': headerOf('Id of this request') };

/** Of an answer with the bytes of a blob. */
export const blobHeaders = {
  ETag: headerOf('Of the blob: the same for as long as its bytes are'),
  [fields.entryEtag]: headerOf('Of the entry'),
  'Repr-Digest': headerOf('SHA-256 of all of it (RFC 9530)'),
  'Content-Disposition': headerOf('attachment unless inline is asked for; with the name of the file'),
  'Last-Modified': headerOf('When it was uploaded'),
  'Accept-Ranges': headerOf('bytes'),
  'Content-Length': headerOf('How many bytes it has'),
};

/** Of an answer about an upload. */
export const tusHeaders = {
  'Tus-Resumable': headerOf('1.0.0'),
  'Upload-Offset': headerOf('Bytes that are there'),
  'Upload-Expires': headerOf('When an unfinished upload is given up'),
};
