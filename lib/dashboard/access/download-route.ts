import 'server-only';
import { answerDownload, type Download } from './answer-download.ts';
import type { ReadCall } from './answer-read.ts';
import { dashboardGate } from './this-dashboard.ts';

type RouteContext = { params: Promise<Record<string, string>> };

/** Makes a GET handler of the App Router that streams a file; see `answerDownload`. */
export function downloadRoute(
  make: (call: ReadCall) => Promise<Download>,
): (request: Request, context: RouteContext) => Promise<Response> {
  return async (request, context) => answerDownload(dashboardGate(), { request, params: await context.params }, make);
}
