import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** The bytes of a representation that an answer has: from the first to the last, both included. */
type Span = { first: number; last: number };

/** Asks the service for the rest of an answer. */
export type AskForRest = (headers: { range: string; 'if-match': string }) => Promise<IncomingMessage>;

/** Tries without a byte that follow one another. Before each but the first it waits, at most 7 s in all. */
const waitsInMs = [0, 1_000, 2_000, 4_000];

/** What may answer otherwise in a moment: too many requests, and a service or a store that is away. */
const passingStatuses = new Set([429, 502, 503, 504]);

/**
 * Returns the bytes of an answer, and asks for the rest of them when it is cut off: the service ends an answer when the
 * access token of its request expires, and when it stops. `undefined` when the answer is of a kind that cannot be asked
 * for in parts. Throws when the rest is refused, is that of another version, or does not come.
 */
export function resumedAnswer(
  answer: IncomingMessage,
  askForRest: AskForRest,
  left: AbortSignal,
): AsyncIterable<Buffer> | undefined {
  const { etag, 'accept-ranges': ranges } = answer.headers;
  const span = spanOf(answer);
  const isStrong = etag?.startsWith('"') === true;
  if (span === undefined || !isStrong || ranges !== 'bytes') return undefined;
  return bytesOf(answer, { span, etag, askForRest, left });
}

async function* bytesOf(
  answer: IncomingMessage,
  {
    span: { first, last },
    etag,
    askForRest,
    left,
  }: { span: Span; etag: string; askForRest: AskForRest; left: AbortSignal },
): AsyncGenerator<Buffer> {
  let part: IncomingMessage | undefined = answer;
  let failure: unknown;
  for (let at = first, tries = 0; ; tries++) {
    if (part !== undefined) {
      const stop = () => part?.destroy();
      left.addEventListener('abort', stop);
      try {
        // without an encoding, its pieces are buffers
        for await (const bytes of part as AsyncIterable<Buffer>) {
          at += bytes.length;
          tries = 0;
          yield bytes;
        }
      } catch (error) {
        failure = error;
      } finally {
        left.removeEventListener('abort', stop);
      }
    }
    if (at > last) return;
    const wait = waitsInMs[tries];
    if (wait === undefined) throw failure;
    await sleep(wait, undefined, { signal: left });
    part = await askForRest({ range: `bytes=${at}-${last}`, 'if-match': etag }).catch((error: unknown) => {
      failure = error;
      return undefined;
    });
    if (part === undefined || spanOf(part)?.first === at) continue;
    part.resume(); // the refusal is not read
    failure = new Error(`the rest of an answer was refused with ${part.statusCode}`);
    if (!passingStatuses.has(part.statusCode ?? 0)) throw failure;
    part = undefined;
  }
}

function spanOf({ statusCode, headers }: IncomingMessage): Span | undefined {
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(headers['content-range'] ?? '') ?? [];
  if (first !== undefined && last !== undefined) return { first: Number(first), last: Number(last) };
  const length = Number(headers['content-length']);
  return statusCode === 200 && length > 0 ? { first: 0, last: length - 1 } : undefined;
}
