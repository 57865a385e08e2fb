import { AbortError, isRequestFailedError, type TaskClient, type WatchMessage } from '#client';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { problemStatus } from '../problem/problem-status.ts';
import { followRights } from './follow-rights.ts';
import type { Gate } from './gate.ts';
import { isOfOldAccess } from './refused-right.ts';
import { rightsOf } from './rights.ts';
import { watchService } from './watch-service.ts';

/**
 * Answers one browser with the service's watch stream, as server-sent events: ready, change, lost, ping, rights. A ping is the
 * service's, so that a service that hangs is noticed. Who may not read tasks gets no changes: the service is then asked
 * for their identity instead, and each answer is a ping. `ready` names the build of this server, so that a page of an
 * earlier build can tell. `ready` and `rights` name what the operator may do, so that a page can tell when that has changed.
 */
export async function answerWatch(
  gate: Gate,
  request: Request,
  build: string,
  rightsEveryMs = askRightsEveryMs,
): Promise<Response> {
  try {
    const { client, scopes, bounds } = await gate.admit(request.headers, { isChange: false });
    const known = rightsOf({ scopes, bounds });
    const left = new AbortController();
    const signal = AbortSignal.any([request.signal, left.signal]);
    const onRefused = () => gate.forgetAccess(request.headers);
    const open = scopes.includes('tasks/read') ? watchTasks(client) : watchService(client);
    const follow = (tell: (rights: string) => void) =>
      followRights(client, { known, everyMs: rightsEveryMs, signal, onChange: onRefused, tell });
    const ready = { build, rights: known };
    const stream = streamOfMessages(open, { signal, ready, follow, onRefused, leave: () => left.abort() });
    return new Response(stream, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    });
  } catch (error) {
    const problem = problemOfFailure(error);
    if (isOfOldAccess(problem)) await gate.forgetAccess(request.headers);
    return Response.json(problem, {
      status: problemStatus(problem.code),
      headers: { 'cache-control': 'private, no-store' },
    });
  }
}

type OpenWatch = (options: { abortSignal: AbortSignal; onPing: () => void }) => AsyncIterableIterator<WatchMessage>;

const watchTasks =
  (client: TaskClient): OpenWatch =>
  (options) =>
    client.watchAsync(options);

type Watching = {
  signal: AbortSignal;
  ready: { build: string; rights: string };
  follow: (tell: (rights: string) => void) => Promise<void>;
  onRefused: () => Promise<void>;
  leave: () => void;
};

/** A right that is withdrawn is told by then, also on a page that reads nothing. */
const askRightsEveryMs = 10_000;

/** What the service refuses for a token that is too old, or for rights that the operator has no more. */
const statusesOfOldAccess = [401, 403];

/** How many events wait for a browser that reads slowly. The service then merges what comes after them. */
const waitingEvents = 16;

/** Takes an event from the service only when the browser has taken an earlier one: what waits here stays small. */
function streamOfMessages(
  open: OpenWatch,
  { signal, ready, follow, onRefused, leave }: Watching,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const bytesOf = (event: string, data: object = {}) =>
    encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  let onPing = () => {};
  const messages = open({ abortSignal: signal, onPing: () => onPing() });
  const bytesOfMessage = (message: WatchMessage) => {
    if (message.kind === 'ready') return bytesOf('ready', ready);
    if (message.kind === 'lost') return bytesOf('lost');
    const { tasks, created, isOverflow } = message;
    return bytesOf('change', { tasks, created, isOverflow });
  };
  const end = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    close(controller);
    leave();
  };
  return new ReadableStream(
    {
      start(controller) {
        const tell = (event: string, data?: object) => {
          if (!signal.aborted && (controller.desiredSize ?? 0) > 0) controller.enqueue(bytesOf(event, data));
        };
        onPing = () => tell('ping');
        void follow((rights) => tell('rights', { rights }));
      },
      async pull(controller) {
        try {
          const { done, value } = await messages.next();
          if (signal.aborted) return close(controller);
          if (done) end(controller);
          else controller.enqueue(bytesOfMessage(value));
        } catch (error) {
          if (isRequestFailedError(error) && statusesOfOldAccess.includes(error.statusCode ?? 0)) await onRefused();
          const isExpected = error instanceof AbortError || isRequestFailedError(error) || signal.aborted;
          if (!isExpected) console.error('the watch stream failed', error);
          end(controller);
        }
      },
      cancel: leave,
    },
    { highWaterMark: waitingEvents },
  );
}

/** The browser may have closed it first. */
function close(controller: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    controller.close();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
