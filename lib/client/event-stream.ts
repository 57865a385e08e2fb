import { throwIfAborted, untilAborted } from './abort.ts';
import { AnswerTooLong } from './answer-too-long.ts';

/** Longer than any event of the service, in characters. */
const longestEvent = 16 * 1024 * 1024;

/** One server-sent event. */
export type ServerSentEvent = { event: string; data: string };

/**
 * Parses server-sent events (WHATWG HTML, 9.2) from a stream of bytes. Chunks may end anywhere. Throws `AnswerTooLong` for
 * an event with more than `longest` characters.
 */
export async function* readServerSentEvents(
  stream: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal | undefined,
  longest = longestEvent,
): AsyncGenerator<ServerSentEvent, undefined> {
  let event = '';
  let data: string[] = [];
  let length = 0;
  for await (const line of readLines(stream, signal, longest)) {
    throwIfAborted(signal); // a chunk may contain many lines
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      length = 0;
      continue;
    }
    length += line.length;
    if (length > longest) throw new AnswerTooLong(longest);
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
}

async function* readLines(
  stream: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal | undefined,
  longest: number,
): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  const chunks = stream[Symbol.asyncIterator]();
  let rest = '';
  while (true) {
    const { done, value } = await untilAborted(signal, () => chunks.next());
    if (done) return;
    rest += typeof value === 'string' ? value : decoder.decode(value, { stream: true });
    const lines = rest.split(/\r\n|\n|\r(?!$)/); // a carriage return at the end may be half of a line break
    rest = lines.pop() ?? '';
    if (rest.length > longest) throw new AnswerTooLong(longest);
    yield* lines;
  }
}
