import type { IncomingHttpHeaders } from 'node:http';
import type { BlobInfo } from '#contract';
import { HttpError } from '../http/problem.ts';

type Facts = Pick<BlobInfo, 'etag' | 'lastModifiedOn'>;

/** RFC 9110, 13.2.2: whether a read is to be answered, is unchanged (304), or throws `PreconditionFailed`. */
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

/** Whether `If-Range` allows a part: it names the entity tag or, exactly, the time of modification. */
export function allowsRange(ifRange: string | undefined, blob: Facts): boolean {
  if (ifRange === undefined) return true;
  if (/^(W\/)?"/.test(ifRange)) return ifRange === blob.etag;
  return secondsOf(ifRange) !== undefined && secondsOf(ifRange) === secondsOf(blob.lastModifiedOn);
}

/** A list of entity tags, or `*`; weak ones are as good as strong ones only where nothing depends on the bytes. */
function names(list: string, etag: string, isWeakEnough: boolean): boolean {
  if (list.trim() === '*') return true;
  const tags = list.match(/(W\/)?"[\x21\x23-\x7e]*"/g) ?? [];
  return tags.some((tag) => (isWeakEnough ? tag.replace(/^W\//, '') : tag) === etag);
}

/** A time in whole seconds, as HTTP dates have them; `undefined` for what is not a time. */
function secondsOf(time: string | undefined): number | undefined {
  const inMs = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(inMs) ? undefined : Math.floor(inMs / 1_000);
}

function failed(blob: Facts, message: string): HttpError {
  return new HttpError('PreconditionFailed', message, { etag: blob.etag });
}
