import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Answers = AsyncLocalStorage<ServerResponse>;

/** The server and the pages are two bundles of one process, so they share by a global symbol. */
const shared: typeof globalThis & { [key: symbol]: unknown } = globalThis;
const key = Symbol.for('taskdeck.page-answers');

function answers(): Answers {
  const kept = shared[key];
  if (kept instanceof AsyncLocalStorage) return kept;
  const made: Answers = new AsyncLocalStorage();
  shared[key] = made;
  return made;
}

/** Runs `handle` so that a page rendered by it can set the status of this answer. */
export function withPageStatus<Result>(
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => Result,
): Result {
  // the browser's router leaves the page when its own reads are not answered with 200
  return request.headers.rsc === undefined ? answers().run(response, handle) : handle();
}

/**
 * Answers a page with 404 that is still drawn as usual: what it shows is not there, but can be created or restored in it.
 * Has no effect once the head is sent, so no `loading.tsx` may stand above the page.
 */
export function answerMissing(): void {
  const response = answers().getStore();
  if (response !== undefined && !response.headersSent) response.statusCode = 404;
}
