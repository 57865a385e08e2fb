import type { OpenAnswer } from '../connection.ts';
import type { BlobDetails } from './options.ts';

/**
 * Returns the blob's properties from the headers of a download, or `undefined` when the headers are not those of a
 * blob.
 */
export function readBlobDetails({ status, headers }: OpenAnswer): BlobDetails | undefined {
  const etag = headers.get('ETag');
  const contentLength = wholeNumber(headers.get('Content-Length'));
  const range = status === 206 ? readContentRange(headers.get('Content-Range')) : undefined;
  if (etag === undefined || contentLength === undefined) return undefined;
  if (status === 206 && (range === undefined || range.count !== contentLength)) return undefined;
  const lastModified = Date.parse(headers.get('Last-Modified') ?? '');
  return {
    contentLength,
    offset: range?.offset ?? 0,
    blobLength: range?.blobLength ?? contentLength,
    contentType: headers.get('Content-Type') ?? 'application/octet-stream',
    ...given('contentEncoding', headers.get('Content-Encoding')),
    ...given('contentDisposition', headers.get('Content-Disposition')),
    ...given('contentHash', readDigest(headers.get('Repr-Digest'))),
    etag,
    ...given('lastModifiedOn', Number.isNaN(lastModified) ? undefined : new Date(lastModified).toISOString()),
  };
}

function given<Name extends string>(name: Name, value: string | undefined): { [_ in Name]?: string } {
  return value === undefined ? {} : asMember(name, value);
}

/** Returns an object with one member; a computed name needs a cast. */
function asMember<Name extends string>(name: Name, value: string): { [_ in Name]: string } {
  return { [name]: value } as { [_ in Name]: string };
}

/** Parses `bytes 0-99/1234` (RFC 9110, 14.4). */
function readContentRange(
  header: string | undefined,
): { offset: number; count: number; blobLength: number } | undefined {
  const [, first, last, length] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || length === undefined) return undefined;
  return { offset: Number(first), count: Number(last) - Number(first) + 1, blobLength: Number(length) };
}

/** Returns the SHA-256 of the whole representation (RFC 9530) in hexadecimal digits. */
function readDigest(header: string | undefined): string | undefined {
  const [, base64] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):/.exec(header ?? '') ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('hex');
}

function wholeNumber(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}
