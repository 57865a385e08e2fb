import { carried, type Translate } from '../access/raw-request.ts';
import { ProblemError } from '../problem/problem.ts';

/** Where uploads live: at the dashboard, and at the service. */
export const uploadsPath = '/api/uploads';
const there = '/v1/uploads';

const asIs = (value: string) => value;

const answerHeaders = {
  'content-type': asIs,
  'content-length': asIs,
  location: toHere,
  'retry-after': asIs,
  'tus-resumable': asIs,
  'tus-version': asIs,
  'tus-extension': asIs,
  'tus-max-size': asIs,
  'upload-offset': asIs,
  'upload-length': asIs,
  'upload-metadata': asIs,
  'upload-expires': asIs,
  'x-request-id': asIs,
};

const methods = { collection: ['GET', 'POST'], upload: ['GET', 'HEAD', 'PATCH', 'DELETE'] };

/**
 * Resumable uploads (tus 1.0) by way of this origin, so that the browser holds no token: `/api/uploads` is the service's
 * `/v1/uploads`, with the operator's token. Bytes stream through with their length.
 */
export const translateUpload: Translate = (request, { pathname, searchParams }) => {
  const id = uploadIdOf(pathname);
  const method = request.method ?? '';
  if (!methods[id === undefined ? 'collection' : 'upload'].includes(method))
    throw new ProblemError({ code: 'MethodNotAllowed', detail: `Uploads do not support ${method}.` });
  return {
    method,
    path: id === undefined ? there : `${there}/${id}`,
    query: id === undefined ? Object.fromEntries(searchParams) : {},
    headers: carried(request, [
      'accept',
      'content-type',
      'content-length',
      'idempotency-key',
      'tus-resumable',
      'upload-length',
      'upload-metadata',
      'upload-offset',
      'upload-checksum',
    ]),
    answerHeaders,
    ownHeaders: { 'Cache-Control': 'private, no-store' },
  };
};

function uploadIdOf(path: string): string | undefined {
  const rest = path.slice(uploadsPath.length + 1);
  if (rest === '') return undefined;
  if (/^[\w-]{1,64}$/.test(rest)) return rest;
  throw new ProblemError({ code: 'UploadNotFound', detail: 'This upload does not exist.' });
}

/** The service names an upload by its own address; the browser reaches it by ours. */
function toHere(location: string): string {
  const path = URL.parse(location, 'http://service')?.pathname ?? '';
  const id = path.slice(path.lastIndexOf('/') + 1);
  return `${uploadsPath}/${encodeURIComponent(id)}`;
}
