import type { IncomingHttpHeaders } from 'node:http';
import type { BlobInfo } from '#contract';
import { HttpError } from '../http/problem.ts';
import { allowsRange } from './conditions.ts';

/**
 * Returns the requested range of bytes, both ends included, or `undefined` for all. RFC 9110 allows an answer with all
 * bytes to several ranges and to other units. Throws `InvalidRange` (416) for a range beyond the end.
 */
export function chooseRange(
  headers: IncomingHttpHeaders,
  blob: Pick<BlobInfo, 'etag' | 'lastModifiedOn' | 'contentLength'>,
): { start: number; end: number } | undefined {
  const { range } = headers;
  const ifRange = headers['if-range'];
  if (range === undefined || !allowsRange(Array.isArray(ifRange) ? ifRange[0] : ifRange, blob)) return undefined;
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  const size = blob.contentLength;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined; // not a range
  if (start > end)
    throw new HttpError('InvalidRange', `the blob has ${size} bytes; the range begins at or beyond its end`, {
      'content-range': `bytes */${size}`,
    });
  return { start, end };
}
