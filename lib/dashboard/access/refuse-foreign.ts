import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeProblem } from '../blob/service-request.ts';
import { foreignOrigin } from './gate.ts';
import { headersOf } from './raw-request.ts';
import { isSameOrigin } from './same-origin.ts';

/**
 * Answers 403 to an action that a page of another site calls. Next.js would answer 500 and log a stack. Returns whether
 * nothing else may handle the request. What says nothing of its origin is left to the gate.
 */
export function refuseForeignAction(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  if (isSameOrigin(headersOf(request), { isOriginNeeded: false })) return false;
  writeProblem(response, foreignOrigin);
  request.resume();
  return true;
}
