import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeProblem } from '../blob/service-request.ts';
import type { ActionPages } from './action-pages.ts';

/**
 * Leads the call of an action to a page that has it: the operator may have gone to another page since. Next.js sends such
 * a call on to its own address, where it is refused as one of another site. Answers 404 to an action that no page of this
 * build has, for which Next.js logs a stack. Returns whether nothing else may handle the request.
 */
export function directAction(request: IncomingMessage, response: ServerResponse, pages: ActionPages): boolean {
  const action = request.headers['next-action'];
  if (request.method !== 'POST' || action === undefined) return false;
  const url = request.url ?? '/';
  const path = url.split('?', 1)[0] ?? '/';
  const target = pages(String(action), path);
  if (target === undefined) {
    response.setHeader('x-nextjs-action-not-found', '1'); // the router throws `UnrecognizedActionError`
    writeProblem(response, {
      code: 'OperationNotFound',
      detail: 'This dashboard has no such action. The page may be of another version: reload it and try again.',
    });
    request.resume();
    return true;
  }
  if (target === path) return false;
  request.url = target + url.slice(path.length);
  request.headers['x-action-forwarded'] = '1'; // the answer then has no tree of the other page
  return false;
}
