import type { IncomingHttpHeaders } from 'node:http';
import { type JsonValue, type ResumableUpload, TaskdeckError } from '#contract';
import { parseBody } from '../http/parse-body.ts';
import { HttpError } from '../http/problem.ts';

/** The supported parts of the protocol (https://tus.io/protocols/resumable-upload). */
export const tusVersion = '1.0.0';
export const tusMediaType = 'application/offset+octet-stream';

/** The headers of the answer to OPTIONS. */
export function tusDiscovery(maximumBlobBytes: number): Record<string, string> {
  return {
    'tus-resumable': tusVersion,
    'tus-version': tusVersion,
    'tus-extension': 'creation,creation-with-upload,termination,expiration',
    'tus-max-size': String(maximumBlobBytes),
  };
}

/** Refuses another version of the protocol, as tus defines. */
export function requireTus(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] === tusVersion) return;
  throw new HttpError('PreconditionFailed', `Tus-Resumable must be ${tusVersion}`, { 'tus-version': tusVersion });
}

/** `Upload-Length` or `Upload-Offset`: a whole number. */
export function countIn(headers: IncomingHttpHeaders, name: 'upload-length' | 'upload-offset'): number {
  const given = headers[name];
  if (typeof given === 'string' && /^\d{1,15}$/.test(given)) return Number(given);
  throw invalid(name, 'it must be a whole number of bytes');
}

/** Parses one value of `Upload-Metadata` (pairs of a key and base64, separated by commas) as JSON. */
export function jsonInMetadata(headers: IncomingHttpHeaders, key: string): JsonValue {
  const given = headers['upload-metadata'];
  const pairs = (typeof given === 'string' ? given : '').split(',').map((pair) => pair.trim().split(/ +/));
  const [, value] = pairs.find(([name]) => name === key) ?? [];
  if (value === undefined) throw invalid('upload-metadata', `it lacks "${key}": JSON in base64`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) throw invalid('upload-metadata', `"${key}" is not base64`);
  return parseBody(Buffer.from(value, 'base64'));
}

/** The headers that a caller needs to continue. */
export function progressHeaders(upload: ResumableUpload): Record<string, string> {
  return {
    'upload-offset': String(upload.receivedBytes),
    ...(upload.result === undefined ? { 'upload-expires': new Date(upload.expiresOn).toUTCString() } : {}),
  };
}

function invalid(name: string, message: string): TaskdeckError {
  return new TaskdeckError('InvalidRequest', `header/${name}: ${message}`, {
    details: [{ pointer: `header/${name}`, message }],
  });
}
