import { AbortError, isRequestFailedError, type TaskClient, type WatchMessage } from '#client';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { problemStatus } from '../problem/problem-status.ts';
import type { Gate } from './gate.ts';
import { watchService } from './watch-service.ts';

/**
 * Answers one browser with the service's watch stream, as server-sent events: ready, change, lost, ping. A ping is the
 * service's, so that a service that hangs is noticed. Who may not read tasks gets no changes: the service is then asked
 * for their identity instead, and each answer is a ping. `ready` names the build of this server, so that a page of an
 * earlier build can tell.
 */
export async function answerWatch(gate: Gate, request: Request, build: string): Promise<Response> {
  try {
    const { client, scopes } = await gate.admit(request.headers, { isChange: false });
    const left = new AbortController();
    const signal = AbortSignal.any([request.signal, left.signal]);
    const onRefused = () => gate.forgetAccess(request.headers);
    const open = scopes.includes('tasks/read') ? watchTasks(client) : watchService(client);
    const stream = streamOfMessages(open, { signal, build, onRefused, leave: () => left.abort() });
    return new Response(stream, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    });
  } catch (error) {
    const problem = problemOfFailure(error);
    if (problem.code === 'Unauthenticated') await gate.forgetAccess(request.headers);
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

type Watching = { signal: AbortSignal; build: string; onRefused: () => Promise<void>; leave: () => void };

/** How many events wait for a browser that reads slowly. The service then merges what comes after them. */
const waitingEvents = 16;

/** Takes an event from the service only when the browser has taken an earlier one: what waits here stays small. */
function streamOfMessages(
  open: OpenWatch,
  { signal, build, onRefused, leave }: Watching,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const bytesOf = (event: string, data: object = {}) =>
    encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  let onPing = () => {};
  const messages = open({ abortSignal: signal, onPing: () => onPing() });
  const bytesOfMessage = (message: WatchMessage) => {
    if (message.kind === 'ready') return bytesOf('ready', { build });
    if (message.kind === 'lost') return bytesOf('lost');
    const { tasks, created, isOverflow } = message;
    return bytesOf('change', { tasks, created, isOverflow });
  };
  return new ReadableStream(
    {
      start(controller) {
        onPing = () => {
          if (!signal.aborted && (controller.desiredSize ?? 0) > 0) controller.enqueue(bytesOf('ping'));
        };
      },
      async pull(controller) {
        try {
          const { done, value } = await messages.next();
          if (signal.aborted) return close(controller);
          if (done) close(controller);
          else controller.enqueue(bytesOfMessage(value));
        } catch (error) {
          if (isRequestFailedError(error) && error.statusCode === 401) await onRefused();
          const isExpected = error instanceof AbortError || isRequestFailedError(error) || signal.aborted;
          if (!isExpected) console.error('the watch stream failed', error);
          close(controller);
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
