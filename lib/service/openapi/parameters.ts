import { headers as fields, isolationModes, type Operation } from '#contract';
import type { JsonSchema } from './json-schema.ts';
import type { Json, Schemas } from './schemas.ts';

/** Returns the parameters of an operation in path, query and headers. */
export function parametersOf(operation: Operation, schemas: Schemas): Json[] {
  const inPath = Object.entries(operation.params ?? {}).map(([name, schema]) =>
    parameter(name, 'path', schemas.input(schema)),
  );
  const query: JsonSchema = operation.query === undefined ? {} : schemas.input(operation.query);
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => parameter(name, 'query', schema));
  return [...inPath, ...inQuery, ...headersOf(operation)];
}

function parameter(name: string, place: 'path' | 'query', { description, ...schema }: JsonSchema): Json {
  return { name, in: place, required: place === 'path', description, schema };
}

function headersOf(operation: Operation): Json[] {
  const { isConditional, isRevalidatable, isIsolable, method, mediaType } = operation;
  const isBytes = mediaType === 'application/octet-stream';
  return [
    ...(isConditional ? [header('If-Match', 'Only if the entity tag is still this one; else 412')] : []),
    ...(isConditional && method === 'PUT' ? [header('If-None-Match', '`*`: only if there is none yet')] : []),
    ...(isRevalidatable || isBytes ? [header('If-None-Match', '304 where the entity tag is this one')] : []),
    ...(isBytes ? [...timeHeaders, ...rangeHeaders] : []),
    ...(operation.replay !== undefined
      ? [header('Idempotency-Key', 'The same key and body get the first answer for 24 hours')]
      : []),
    ...(isIsolable ? [isolation, namespace] : []),
    ...tusHeadersOf(operation),
    header('X-Request-Id', 'Answered in X-Request-Id and in problems'),
  ];
}

/** Returns a header parameter. */
export function header(name: string, description: string, required = false, schema: Json = { type: 'string' }): Json {
  return { name, in: 'header', required, description, schema };
}

const timeHeaders = [
  header('If-Modified-Since', '304 where it was not modified since. Ignored with If-None-Match'),
  header('If-Unmodified-Since', 'Only if it was not modified since; else 412. Ignored with If-Match'),
];

const rangeHeaders = [
  header('Range', 'One range of bytes, such as bytes=0-1023'),
  header('If-Range', 'All of it instead of the range where the entity tag is not this one'),
];

const isolation = header(fields.isolation, 'isolated: names mean the caller’s own things', false, {
  type: 'string',
  enum: [...isolationModes],
  default: 'shared',
});

const namespace = header(
  fields.namespace,
  'The owner whose isolated names the call means, percent-encoded, such as operator%3A<id>. Needs namespaces/manage',
);

function tusHeadersOf({ protocol, method }: Operation): Json[] {
  if (protocol === undefined || method === 'GET') return [];
  const count = { type: 'integer', minimum: 0 };
  return [
    header('Tus-Resumable', '1.0.0', true),
    ...(method === 'POST' ? [header('Upload-Length', 'Bytes of the whole', true, count)] : []),
    ...(method === 'POST'
      ? [header('Upload-Metadata', '`input` and ResumableUploadInput as JSON in base64', true)]
      : []),
    ...(method === 'PATCH' ? [header('Upload-Offset', 'Where these bytes belong', true, count)] : []),
  ];
}
