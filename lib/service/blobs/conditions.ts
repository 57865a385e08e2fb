import type { IncomingHttpHeaders } from 'node:http';
import type { BlobInfo } from '#contract';
import { HttpError } from '../http/problem.ts';

type Facts = Pick<BlobInfo, 'etag' | 'lastModifiedOn'>;

/** RFC 9110, 13.2.2: returns whether a read is answered or unchanged (304), or throws `PreconditionFailed`. */
export function judgeConditions(headers: IncomingHttpHeaders, blob: Facts): 'answer' | 'unchanged' {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  const modified = secondsOf(blob.lastModifiedOn);
  if (ifMatch !== undefined) {
    if (!names(ifMatch, blob.etag, false)) throw failed(blob, 'If-Match names another entity tag');
  } else {
    const since = secondsOf(headers['if-unmodified-since']);
    if (since !== undefined && modified !== undefined && modified > since)
      throw failed(blob, 'the blob was modified since If-Unmodified-Since');
  }
  if (ifNoneMatch !== undefined) return names(ifNoneMatch, blob.etag, true) ? 'unchanged' : 'answer';
  const since = secondsOf(headers['if-modified-since']);
  return since !== undefined && modified !== undefined && modified <= since ? 'unchanged' : 'answer';
}

/** Returns whether `If-Range` allows a part: it names the entity tag or the exact time of modification. */
export function allowsRange(ifRange: string | undefined, blob: Facts): boolean {
  if (ifRange === undefined) return true;
  if (/^(W\/)?"/.test(ifRange)) return ifRange === blob.etag;
  return secondsOf(ifRange) !== undefined && secondsOf(ifRange) === secondsOf(blob.lastModifiedOn);
}

/** Returns whether a list of entity tags, or `*`, matches. Weak tags match only when the bytes do not matter. */
function names(list: string, etag: string, isWeakEnough: boolean): boolean {
  if (list.trim() === '*') return true;
  const tags = list.match(/(W\/)?"[\x21\x23-\x7e]*"/g) ?? [];
  return tags.some((tag) => (isWeakEnough ? tag.replace(/^W\//, '') : tag) === etag);
}

/** Parses a time to whole seconds, the precision of HTTP dates. Returns `undefined` for other text. */
function secondsOf(time: string | undefined): number | undefined {
  const inMs = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(inMs) ? undefined : Math.floor(inMs / 1_000);
}

function failed(blob: Facts, message: string): HttpError {
  return new HttpError('PreconditionFailed', message, { etag: blob.etag });
}
