import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { handOver } from '#blobs';
import { type Operation, type ParsedBlobUploadOptions, TaskdeckError } from '#contract';
import { tusMediaType } from '../uploads/tus.ts';
import { refuseContentCoding } from './headers.ts';

/** Bytes of a request. */
export type Content = {
  stream: Readable;
  /** The media type that the caller sent, unchecked. */
  contentType: string | undefined;
  contentLength: number | undefined;
  fileName: string | undefined;
  /** How the bytes are stored, if a part of the body says so. */
  options: { [Name in keyof ParsedBlobUploadOptions]?: ParsedBlobUploadOptions[Name] | undefined };
  /** Aborts when the caller has left or the service stops. */
  signal: AbortSignal;
};

/** Returns the body of a request whose operation takes bytes. Throws `UnsupportedMediaType`. */
export function contentOf(operation: Operation, incoming: IncomingMessage, signal: AbortSignal): Content {
  const { 'content-type': contentType, 'content-length': length } = incoming.headers;
  if (operation.protocol === 'tus' && contentType !== tusMediaType)
    throw new TaskdeckError('UnsupportedMediaType', `the body must be ${tusMediaType}`);
  refuseContentCoding(incoming);
  return {
    stream: handOver(incoming),
    contentType,
    contentLength: length === undefined ? undefined : Number(length),
    fileName: undefined,
    options: {},
    signal,
  };
}
