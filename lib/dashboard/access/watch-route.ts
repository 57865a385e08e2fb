import 'server-only';
import type { NextRequest } from 'next/server';
import { AbortError, isRequestFailedError } from '#client';
import { problemOfFailure } from '../problem-of-failure.ts';
import { findOperator } from './operator.ts';
import { isSameOrigin } from './same-origin.ts';

const pingInMs = 15_000;

/** The service's watch stream, handed on to one browser as server-sent events: ready, change, lost, ping. */
export async function openWatch(request: NextRequest): Promise<Response> {
  if (!isSameOrigin(request.headers, { isOriginNeeded: false })) return new Response(null, { status: 403 });
  try {
    const { client } = await findOperator(request.headers);
    const left = new AbortController();
    const abortSignal = AbortSignal.any([request.signal, left.signal]);
    const messages = client.watchAsync({ abortSignal });
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => void pump(messages, controller, abortSignal),
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
    return Response.json(problem, { status: problem.code === 'Unauthenticated' ? 401 : 503 });
  }
}

async function pump(
  messages: ReturnType<Awaited<ReturnType<typeof findOperator>>['client']['watchAsync']>,
  controller: ReadableStreamDefaultController<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const encoder = new TextEncoder();
  const send = (event: string, data: object = {}) => {
    if (!signal.aborted) controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  };
  const ping = setInterval(() => send('ping'), pingInMs);
  try {
    for await (const message of messages) {
      if (message.kind !== 'change') send(message.kind);
      else send('change', { tasks: message.tasks, created: message.created, isOverflow: message.isOverflow });
    }
  } catch (error) {
    const isExpected = error instanceof AbortError || isRequestFailedError(error) || signal.aborted;
    if (!isExpected) console.error('the watch stream failed', error);
  } finally {
    clearInterval(ping);
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
