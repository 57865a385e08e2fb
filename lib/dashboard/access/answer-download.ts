import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { problemStatus } from '../problem/problem-status.ts';
import type { ReadCall, ReadRequest } from './answer-read.ts';
import type { Gate } from './gate.ts';
import { isOfOldAccess } from './refused-right.ts';

type Chunk = string | Uint8Array;

/** A file to send: its chunks are made while they are read. Texts are UTF-8. */
export type Download = {
  fileName: string;
  mediaType: string;
  /** How large it will be, where that is known. */
  bytes?: bigint;
  chunks: AsyncIterable<Chunk>;
};

/** Answers with a file that is streamed. A failure before the first chunk is a sentence with its status. */
export async function answerDownload(
  gate: Gate,
  { request, params }: ReadRequest,
  make: (call: ReadCall) => Promise<Download>,
): Promise<Response> {
  try {
    const signedIn = await gate.admit(request.headers, { isChange: false });
    const { searchParams } = new URL(request.url);
    const file = await make({ ...signedIn, params, searchParams, signal: request.signal });
    const chunks = file.chunks[Symbol.asyncIterator]();
    const first = await chunks.next();
    return new Response(streamOf(first, chunks), {
      headers: {
        'content-type': file.mediaType === 'application/zip' ? file.mediaType : `${file.mediaType}; charset=utf-8`,
        ...(file.bytes !== undefined && { 'content-length': String(file.bytes) }),
        'content-disposition': attachmentOf(file.fileName),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  } catch (error) {
    const problem = problemOfFailure(error);
    if (isOfOldAccess(problem)) await gate.forgetAccess(request.headers);
    return new Response(`${problem.detail}\n`, {
      status: problemStatus(problem.code),
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' },
    });
  }
}

/**
 * Returns the header that names the file, in ASCII and in UTF-8 (RFC 8187). Letters, digits and emoji of a name stay. What
 * could end the header, lead to a folder or hide a part of the name does not.
 */
function attachmentOf(fileName: string): string {
  const name = fileName.replaceAll(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}_.-]/gu, '_');
  return `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

function streamOf(first: IteratorResult<Chunk>, chunks: AsyncIterator<Chunk>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<Chunk> | undefined = first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk: IteratorResult<Chunk> = next ?? (await chunks.next());
      next = undefined;
      if (chunk.done) controller.close();
      else controller.enqueue(typeof chunk.value === 'string' ? encoder.encode(chunk.value) : chunk.value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
