import type { IncomingMessage } from 'node:http';
import { limits, type Operation, TaskdeckError } from '#contract';
import { type Content, contentOf } from './content.ts';
import { hasBody, requireJson } from './headers.ts';
import { isMultipart, readMultipart } from './multipart.ts';
import { parseLargeBody } from './parse-body.ts';
import { parserOfBody } from './parse-input.ts';
import { readBody } from './read-body.ts';

/** A request's body: the parsed value, the bytes to compare requests by, and the content that is read as it arrives. */
export type RequestBody = { body: unknown; bytes: Buffer; content: Content | undefined };

/** `mayParse` is called with the length of the JSON in a body when it has come, and before it is parsed. */
type ReadRequestBody = (
  incoming: IncomingMessage,
  signal: () => AbortSignal,
  mayParse: (bytes: number) => Promise<void>,
) => Promise<RequestBody>;

/** Where the values of entries are in the bodies that save them. */
const stateValue = /^(\/(entries|upserts)\/\d+)?\/value$/;

/** A longer body counts among those that its owner has in memory. */
const smallBodyBytes = 64 * 1024;
/** What counts of a multipart body besides its JSON: its file is read as it comes. */
const multipartBytes = 2 * 1024 * 1024;

/**
 * Returns how many bytes of a request's body are in memory until it is answered, as far as its headers tell: 0 for a
 * short body, one that is refused by its length, and one that is read as it comes. What comes before the file of a multipart
 * body can be as long as any other.
 */
export function sizeInMemory({ body, bodyMediaType, multipart }: Operation, incoming: IncomingMessage): number {
  if (body === undefined || bodyMediaType !== undefined) return 0;
  const length = Number(incoming.headers['content-length'] ?? limits.requestBodyBytes);
  if (multipart !== undefined && isMultipart(incoming))
    return Math.min(length, limits.requestBodyBytes) + multipartBytes;
  return length <= smallBodyBytes || length > limits.requestBodyBytes ? 0 : length;
}

/** Returns how many bytes of a multipart body are in memory while its file is read, of which the JSON has this length. */
export function sizeBesideFile(jsonBytes: number): number {
  return jsonBytes + multipartBytes;
}

/** Whether a body takes so long to parse that its owner takes a turn for it. */
export function isSmall(bytes: number): boolean {
  return bytes <= smallBodyBytes;
}

/** Reads the bodies of one operation, except streamed content. */
export function createBodyReader(operation: Operation): ReadRequestBody {
  const { body: schema, bodyMediaType, multipart } = operation;
  const nothing = { body: undefined, bytes: Buffer.alloc(0), content: undefined };
  if (bodyMediaType !== undefined)
    return async (incoming, signal) => ({ ...nothing, content: contentOf(operation, incoming, signal()) });
  if (operation.protocol === 'tus' && operation.method === 'POST')
    return async (incoming, signal) =>
      hasBody(incoming) ? { ...nothing, content: contentOf(operation, incoming, signal()) } : nothing;
  if (schema === undefined)
    return async (incoming) => {
      if (operation.method !== 'GET' && hasBody(incoming)) throw takesNoBody();
      return nothing;
    };

  const parse = parserOfBody(schema);
  const isStateValue = (pointer: string) => operation.resource === 'state' && stateValue.test(pointer);
  const limit = operation.scopes === 'anonymous' ? limits.anonymousBodyBytes : limits.requestBodyBytes;
  return async (incoming, signal, mayParse) => {
    if (operation.isBodyOptional && !hasBody(incoming)) return nothing;
    if (multipart !== undefined && isMultipart(incoming)) {
      const { input, bytes, content } = await readMultipart(incoming, mayParse);
      return { body: parse(input), bytes, content: { ...content, signal: signal() } };
    }
    requireJson(incoming);
    const bytes = await readBody(incoming, limit);
    if (operation.isBodyOptional && bytes.length === 0) return { ...nothing, bytes };
    await mayParse(bytes.length);
    return { body: parse(await parseLargeBody(bytes, isStateValue)), bytes, content: undefined };
  };
}

/** What a caller means by a body that is not read could be the opposite of what is done without it. */
function takesNoBody(): TaskdeckError {
  const message = 'this operation takes no body: the path and the query say what it is to do';
  return new TaskdeckError('InvalidRequest', message, { details: [{ pointer: '', message }] });
}
