import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sessionHasEnded, sessionHeader } from './page-operator.ts';

/** The answer of a request, and whether the browser draws it as a page that it was led to. */
type Answer = { response: ServerResponse; isDocument: boolean };
type Answers = AsyncLocalStorage<Answer>;

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

/** Runs `handle` so that a page or an action in it can set the status or a header of this answer. */
export function withAnswer<Result>(request: IncomingMessage, response: ServerResponse, handle: () => Result): Result {
  // the browser's router leaves the page when its own reads are not answered with 200
  return answers().run({ response, isDocument: request.headers.rsc === undefined }, handle);
}

/**
 * Answers a page with 404 that is still drawn as usual: what it shows is not there, but can be created or restored in it.
 * Has no effect once the head is sent, so no `loading.tsx` may stand above the page.
 */
export function answerMissing(): void {
  const answer = answers().getStore();
  if (answer?.isDocument === true && !answer.response.headersSent) answer.response.statusCode = 404;
}

/** Says in the answer of an action that the session of its page has ended: the page performs it again after a sign-in. */
export function answerEndedSession(): void {
  const response = answers().getStore()?.response;
  if (response?.headersSent === false) response.setHeader(sessionHeader, sessionHasEnded);
}
