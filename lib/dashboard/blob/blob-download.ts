import { stateId, storeName } from '#contract';
import { carried, type Translate } from '../access/raw-request.ts';
import { ProblemError } from '../problem/problem.ts';

const asIs = (value: string) => value;

/**
 * A blob on its way to the browser: `?store=…&id=…`, with `versionId` that of an earlier version. Whole or by ranges, so
 * that the browser's own download shows progress and can be resumed. Always as an attachment that nothing renders:
 * previews are made of bytes that a page has read.
 */
export const translateDownload: Translate = (request, { searchParams }) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new ProblemError({ code: 'MethodNotAllowed', detail: 'Blobs are read with GET or HEAD.' });
  const store = storeName.safeParse(searchParams.get('store')).data;
  const id = stateId.safeParse(searchParams.get('id')).data;
  if (store === undefined || id === undefined)
    throw new ProblemError({ code: 'InvalidRequest', detail: 'The address has no store or no entry.' });
  return {
    method: request.method,
    path: `/v1/stores/${encodeURIComponent(store)}/blobs/${encodeURIComponent(id)}`,
    query: { versionId: searchParams.get('versionId'), disposition: 'attachment' },
    headers: carried(request, [
      'range',
      'if-range',
      'if-match',
      'if-none-match',
      'if-modified-since',
      'if-unmodified-since',
    ]),
    answerHeaders: {
      'content-type': asIs,
      'content-length': asIs,
      'content-range': asIs,
      'content-encoding': asIs,
      'content-disposition': attachment,
      'accept-ranges': asIs,
      etag: asIs,
      'last-modified': asIs,
      'repr-digest': asIs,
      'retry-after': asIs,
      'x-request-id': asIs,
    },
    ownHeaders: {
      // no-transform: compression on the way would take the length and the ranges away
      'Cache-Control': 'private, no-store, no-transform',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "sandbox; default-src 'none'",
    },
  };
};

/** Whatever the service says, the browser saves it. */
function attachment(value: string): string {
  return /^attachment\b/i.test(value) ? value : 'attachment';
}
