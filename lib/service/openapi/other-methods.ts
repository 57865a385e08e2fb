import type { Operation } from '#contract';
import { blobHeaders, headerOf, requestId, tusHeaders } from './bodies.ts';
import { failuresOf } from './failures.ts';
import { header } from './parameters.ts';
import type { Json } from './schemas.ts';

/**
 * The methods that the path of an operation has besides its own: HEAD of bytes and of uploads, which answers without a
 * body, also with a failure, and OPTIONS of uploads. `described` is the operation in the document.
 */
export function otherMethodsOf(name: string, operation: Operation, described: Json): { [method: string]: Json } {
  if (operation.mediaType === 'application/octet-stream') return { head: headOfBytes(described) };
  if (operation.protocol !== 'tus') return {};
  if (name === 'GetUpload') return { head: headOfUpload(described), options: discovery('DiscoverUpload', described) };
  return name === 'BeginUpload' ? { options: discovery('DiscoverUploads', described) } : {};
}

const ofPart: readonly unknown[] = ['Range', 'If-Range'];

function headOfBytes(described: Json): Json {
  return {
    ...described,
    operationId: 'HeadBlob',
    summary: "Returns the headers of an entry's blob without its bytes",
    parameters: parametersOf(described).filter(({ name }) => !ofPart.includes(name)),
    responses: {
      '200': { description: 'Its headers', headers: { ...requestId, ...blobHeaders } },
      '304': responsesOf(described)['304'],
      ...failuresWithoutBody(described),
    },
  };
}

function headOfUpload(described: Json): Json {
  const headers = { ...requestId, ...tusHeaders, 'Upload-Length': count('Bytes of the whole') };
  return {
    ...described,
    operationId: 'HeadUpload',
    summary: 'Returns how much of an upload is there, as tus defines it',
    parameters: [...parametersOf(described), header('Tus-Resumable', '1.0.0', true)],
    responses: { '200': { description: 'How far it is', headers }, ...failuresWithoutBody(described) },
  };
}

/** Anybody may ask, without a token. */
function discovery(operationId: string, described: Json): Json {
  const { tags, 'x-taskdeck-bounds': bounds } = described;
  const parameters = parametersOf(described).filter((parameter) => parameter.in === 'path');
  const headers = {
    ...requestId,
    'Tus-Resumable': headerOf('1.0.0'),
    'Tus-Version': headerOf('Versions of the protocol, separated by commas'),
    'Tus-Extension': headerOf('Extensions of the protocol, separated by commas'),
    'Tus-Max-Size': count('Bytes that a blob may have'),
  };
  const summary = 'Returns the supported parts of tus';
  return {
    ...{ operationId, summary, description: `${summary}.`, tags, security: [], parameters },
    ...{ 'x-taskdeck-scopes': [], 'x-taskdeck-optional-scopes': [], 'x-taskdeck-bounds': bounds },
    // the headers of the request may not come in time
    responses: { '204': { description: 'Done', headers }, ...failuresOf(['RequestTimeout']) },
  };
}

function count(description: string): Json {
  return { description, schema: { type: 'integer', minimum: 0 } };
}

function failuresWithoutBody(described: Json): Json {
  const failures = Object.entries(responsesOf(described)).filter(([status]) => Number(status) >= 400);
  return Object.fromEntries(
    failures.map(([status, answer]) => {
      const { content: _, ...rest } = Object(answer);
      return [status, rest];
    }),
  );
}

function responsesOf({ responses }: Json): Json {
  return Object(responses);
}

function parametersOf({ parameters }: Json): Json[] {
  return Array.isArray(parameters) ? parameters : [];
}
