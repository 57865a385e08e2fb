import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeProblem } from '../blob/service-request.ts';

/** Pages are read, and their actions are called by POST. Next.js would draw the page for every other method. */
const methodsOfPages = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/**
 * Gives a request the usual form of its address, a path. A proxy may send the absolute form, which Next.js would answer
 * with a redirect to wherever it says. Answers what has no path or one that cannot be decoded, and TRACE, which Next.js
 * would answer with 500, what a page does not do, and two `Host` headers, of which a proxy could have read the other one.
 * Returns whether nothing else may handle the request.
 */
export function refuseOddTarget(request: IncomingMessage, response: ServerResponse): boolean {
  const path = (request.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '');
  request.url = path.startsWith('?') || path === '' ? `/${path}` : path;
  const { method = 'GET', url } = request;
  if (method === 'TRACE' || (!url.startsWith('/api/') && !methodsOfPages.has(method)))
    return refuse(request, response, 'MethodNotAllowed', `${method} is not possible here.`);
  if (request.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1)
    return refuse(request, response, 'InvalidRequest', 'The header Host is there more than once.');
  if (!url.startsWith('/'))
    return refuse(request, response, 'InvalidRequest', 'The address of the request is not a path.');
  if (!isDecodable(url.split('?', 1)[0] ?? ''))
    return refuse(request, response, 'InvalidRequest', 'The address of the request is not percent-encoded UTF-8.');
  return false;
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  code: 'InvalidRequest' | 'MethodNotAllowed',
  detail: string,
): true {
  writeProblem(response, { code, detail });
  request.resume();
  return true;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
