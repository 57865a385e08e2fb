import { headers as fields, type Operation } from '#contract';
import type { Json, Schemas } from './schemas.ts';

const bytes = { type: 'string', format: 'binary' };

/** `requestBody`, where an operation takes one. */
export function requestBodyOf(operation: Operation, schemas: Schemas): Json {
  const { body, bodyMediaType, multipart } = operation;
  if (bodyMediaType !== undefined) return { requestBody: { required: true, content: contentOf(bodyMediaType) } };
  if (body === undefined) return {};
  const schema = schemas.input(body);
  const content: Json = { 'application/json': { schema } };
  if (multipart !== undefined)
    content['multipart/form-data'] = {
      schema: {
        type: 'object',
        description: 'In this order; the blob is a file part with a name and is streamed',
        properties: { input: schema, options: schemas.input(multipart), blob: bytes },
        required: ['input', 'blob'],
      },
      encoding: {
        input: { contentType: 'application/json' },
        options: { contentType: 'application/json' },
        blob: { contentType: '*/*' },
      },
    };
  return { requestBody: { required: operation.isBodyOptional !== true, content } };
}

/** An upload takes whatever media type its bytes have; tus has one of its own. */
function contentOf(bodyMediaType: string): Json {
  return { [bodyMediaType === 'application/octet-stream' ? '*/*' : bodyMediaType]: { schema: bytes } };
}

/** The answers of an operation that succeeds. */
export function successOf(operation: Operation, schemas: Schemas): Json {
  const headers = headersOf(operation);
  const unchanged = { '304': { description: 'The entity tag is still the one of If-None-Match', headers } };
  if (operation.mediaType === 'application/octet-stream') {
    const content = { '*/*': { schema: bytes } };
    const part = { ...headers, 'Content-Range': headerOf('Which bytes these are, of how many') };
    return {
      '200': { description: 'All of it', headers, content },
      '206': { description: 'The range', headers: part, content },
      ...unchanged,
    };
  }
  const status = String(operation.status ?? (operation.output === undefined ? 204 : 200));
  if (operation.output === undefined) return { [status]: { description: 'Done', headers } };
  const record = schemas.output(operation.output);
  const schema =
    operation.mediaType === undefined
      ? record
      : {
          type: 'string',
          description: 'Events `ready`, `change` (its data is the record) and `ping`',
          contentSchema: record,
        };
  const content = { [operation.mediaType ?? 'application/json']: { schema } };
  return {
    [status]: { description: operation.mayCreate ? 'Replaced' : 'Done', headers, content },
    ...(operation.mayCreate ? { '201': { description: 'Created', headers, content } } : {}),
    ...(operation.isRevalidatable ? unchanged : {}),
  };
}

function headersOf({ protocol, method, mediaType, resource }: Operation): Json {
  return {
    'X-Request-Id': headerOf('Id of this request'),
    ...(resource === 'state' && method === 'DELETE'
      ? { [fields.receipt]: headerOf('What UndoState takes; left out where there was nothing') }
      : {}),
    ...(mediaType === 'application/octet-stream' ? blobHeaders : {}),
    ...(protocol === 'tus' ? tusHeaders : {}),
    ...(protocol === 'tus' && method === 'POST' ? { Location: headerOf('Where the upload goes on') } : {}),
  };
}

function headerOf(description: string): Json {
  return { description, schema: { type: 'string' } };
}

const blobHeaders = {
  ETag: headerOf('Of the blob: the same for as long as its bytes are'),
  [fields.entryEtag]: headerOf('Of the entry'),
  'Repr-Digest': headerOf('SHA-256 of all of it (RFC 9530)'),
  'Content-Disposition': headerOf('attachment unless inline is asked for; with the name of the file'),
  'Last-Modified': headerOf('When it was uploaded'),
};

const tusHeaders = {
  'Tus-Resumable': headerOf('1.0.0'),
  'Upload-Offset': headerOf('Bytes that are there'),
  'Upload-Expires': headerOf('When an unfinished upload is given up'),
};
