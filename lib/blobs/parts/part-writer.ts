import type { ByteSource } from '../blob-store.ts';
import { recycle } from '../pieces.ts';

/** Writes one part. Resolves with the service's tag of it. */
type PutPart = (number: number, bytes: Uint8Array) => Promise<string>;

/**
 * The number of parts that are sent at the same time. With the part being filled, they are all the memory of an upload.
 */
const partsAtOnce = 3;

/** The durable parts of a source, and the bytes after them that do not fill a part. */
type PartedSource = {
  tags: string[];
  rest: Uint8Array;
  failure?: { cause: unknown };
};

/**
 * Cuts `head` and the source into parts of one size and sends several at the same time. Always resolves. When a part
 * failed, `rest` is empty and `tags` has only the parts before it.
 */
export async function writeParts(
  head: Uint8Array,
  source: ByteSource,
  options: { partBytes: number; firstNumber: number; putPart: PutPart; signal?: AbortSignal | undefined },
): Promise<PartedSource> {
  const { partBytes } = options;
  const sent: Promise<{ tag: string } | { cause: unknown }>[] = [];
  let part = Buffer.allocUnsafe(partBytes);
  let filled = 0;

  const send = async () => {
    const bytes = part;
    part = Buffer.allocUnsafe(partBytes);
    filled = 0;
    const number = options.firstNumber + sent.length;
    sent.push(options.putPart(number, bytes).then(asTag, asCause));
    const oldest = await sent[sent.length - partsAtOnce];
    if (oldest && 'cause' in oldest) throw oldest.cause;
  };
  const take = async (piece: Uint8Array) => {
    for (let at = 0; at < piece.byteLength; ) {
      const slice = piece.subarray(at, at + partBytes - filled);
      part.set(slice, filled);
      filled += slice.byteLength;
      at += slice.byteLength;
      if (filled === partBytes) await send();
    }
  };

  let failure: { cause: unknown } | undefined;
  try {
    await take(head);
    for await (const piece of source) {
      options.signal?.throwIfAborted();
      await take(piece);
      recycle(piece);
    }
  } catch (cause) {
    failure = { cause };
  }
  const tags: string[] = [];
  for (const outcome of await Promise.all(sent)) {
    if ('cause' in outcome) return { tags, rest: new Uint8Array(), failure: outcome };
    tags.push(outcome.tag);
  }
  const rest = part.subarray(0, filled);
  return failure ? { tags, rest, failure } : { tags, rest };
}

const asTag = (tag: string) => ({ tag });
const asCause = (cause: unknown) => ({ cause });
