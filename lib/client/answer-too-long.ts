/** Thrown where an answer, or an event of a stream, is longer than the client reads. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';

  constructor(longestBytes: number) {
    super(`the answer is longer than ${longestBytes} bytes`);
  }
}

/** Passes on chunks until they are longer than allowed in sum. Throws `AnswerTooLong`, which ends the stream. */
export async function* atMost<Chunk extends { length: number }>(
  longestBytes: number,
  chunks: AsyncIterable<Chunk>,
): AsyncGenerator<Chunk, undefined> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > longestBytes) throw new AnswerTooLong(longestBytes);
    yield chunk;
  }
}
