import 'server-only';
import type { NextRequest } from 'next/server';
import { errorStatus } from '#contract';
import { problemOfFailure } from '../problem-of-failure.ts';
import { findOperator, type SignedIn } from './operator.ts';
import { isSameOrigin } from './same-origin.ts';

/** A file to send: its chunks are made while they are read. */
export type Download = { fileName: string; mediaType: string; chunks: AsyncIterable<string> };

type Call = SignedIn & { params: Record<string, string>; searchParams: URLSearchParams; signal: AbortSignal };

/** Makes a GET handler that streams a file. A failure before the first chunk is a sentence with its status. */
export function downloadRoute(make: (call: Call) => Promise<Download>) {
  return async (request: NextRequest, context: { params: Promise<Record<string, string>> }): Promise<Response> => {
    if (!isSameOrigin(request.headers, { isOriginNeeded: false }))
      return new Response('Not asked by the dashboard.', { status: 403 });
    try {
      const signedIn = await findOperator(request.headers);
      const params = await context.params;
      const { searchParams } = request.nextUrl;
      const file = await make({ ...signedIn, params, searchParams, signal: request.signal });
      const chunks = file.chunks[Symbol.asyncIterator]();
      const first = await chunks.next();
      return new Response(streamOf(first, chunks), {
        headers: {
          'content-type': `${file.mediaType}; charset=utf-8`,
          'content-disposition': `attachment; filename="${file.fileName.replaceAll(/[^\w.-]/g, '_')}"`,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        },
      });
    } catch (error) {
      const problem = problemOfFailure(error);
      const status = problem.code in errorStatus ? statusOf(problem.code) : 503;
      return new Response(`${problem.detail}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    }
  };
}

function statusOf(code: string): number {
  return Object.entries(errorStatus).find(([name]) => name === code)?.[1] ?? 500;
}

function streamOf(first: IteratorResult<string>, chunks: AsyncIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string> | undefined = first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk: IteratorResult<string> = next ?? (await chunks.next());
      next = undefined;
      if (chunk.done) controller.close();
      else controller.enqueue(encoder.encode(chunk.value));
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
