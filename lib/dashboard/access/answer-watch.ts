import { AbortError, isRequestFailedError, type TaskClient } from '#client';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { problemStatus } from '../problem/problem-status.ts';
import type { Gate } from './gate.ts';

/**
 * Answers one browser with the service's watch stream, as server-sent events: ready, change, lost, ping. A ping is the
 * service's, so that a service that hangs is noticed. `ready` names the build of this server, so that a page of an
 * earlier build can tell.
 */
export async function answerWatch(gate: Gate, request: Request, build: string): Promise<Response> {
  try {
    const { client } = await gate.admit(request.headers, { isChange: false });
    const left = new AbortController();
    const signal = AbortSignal.any([request.signal, left.signal]);
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) =>
        void pump(client, controller, { signal, build, onRefused: () => gate.forgetAccess(request.headers) }),
      cancel: () => left.abort(),
    });
    return new Response(stream, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
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

type Pumping = { signal: AbortSignal; build: string; onRefused: () => Promise<void> };

async function pump(
  client: TaskClient,
  controller: ReadableStreamDefaultController<Uint8Array>,
  { signal, build, onRefused }: Pumping,
): Promise<void> {
  const encoder = new TextEncoder();
  const send = (event: string, data: object = {}) => {
    if (!signal.aborted) controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  };
  try {
    for await (const message of client.watchAsync({ abortSignal: signal, onPing: () => send('ping') })) {
      if (message.kind === 'ready') send('ready', { build });
      else if (message.kind !== 'change') send(message.kind);
      else send('change', { tasks: message.tasks, created: message.created, isOverflow: message.isOverflow });
    }
  } catch (error) {
    if (isRequestFailedError(error) && error.statusCode === 401) await onRefused();
    const isExpected = error instanceof AbortError || isRequestFailedError(error) || signal.aborted;
    if (!isExpected) console.error('the watch stream failed', error);
  } finally {
    close(controller);
  }
}

/** The browser may have closed it first. */
function close(controller: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    controller.close();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
