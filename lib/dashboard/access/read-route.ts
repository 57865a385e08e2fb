import 'server-only';
import { answerRead, type ReadCall } from './answer-read.ts';
import { dashboardGate } from './this-dashboard.ts';

type RouteContext = { params: Promise<Record<string, string>> };

/** Makes a GET handler of the App Router; see `answerRead`. */
export function readRoute(
  read: (call: ReadCall) => Promise<unknown>,
): (request: Request, context: RouteContext) => Promise<Response> {
  return async (request, context) => answerRead(dashboardGate(), { request, params: await context.params }, read);
}
