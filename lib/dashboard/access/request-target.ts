import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeProblem } from '../blob/service-request.ts';

/**
 * Gives a request the usual form of its address, a path. A proxy may send the absolute form, which Next.js would answer
 * with a redirect to wherever it says. Answers what has no path, TRACE, which Next.js would answer with 500, and two `Host`
 * headers, of which a proxy could have read the other one. Returns whether nothing else may handle the request.
 */
export function refuseOddTarget(request: IncomingMessage, response: ServerResponse): boolean {
  const path = (request.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '');
  request.url = path.startsWith('?') || path === '' ? `/${path}` : path;
  if (request.method === 'TRACE') {
    writeProblem(response, { code: 'MethodNotAllowed', detail: 'TRACE is not possible here.' });
    return true;
  }
  if (request.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1) {
    writeProblem(response, { code: 'InvalidRequest', detail: 'The header Host is there more than once.' });
    return true;
  }
  if (request.url.startsWith('/')) return false;
  writeProblem(response, { code: 'InvalidRequest', detail: 'The address of the request is not a path.' });
  return true;
}
