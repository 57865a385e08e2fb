import { pipeline, type Readable, Transform } from 'node:stream';
import type { ObjectService } from './object-service.ts';
import { whenSilent } from './silence.ts';
import { asCut, asRefusal } from './store-refused.ts';

/** How long a request may be without an answer. */
export type TimeLimits = {
  /** How long nothing of a request may be taken, and nothing answered. */
  silentInMs: number;
  /** How much longer, for 4 MiB of bytes: what the system has taken of them may be on its way to the service. */
  bufferedInMs: number;
  /** A request, the next item of a list, and the next bytes of an object. */
  requestInMs: number;
  /** How slowly the bytes of a request may be taken, which has the time for them besides. */
  bytesPerMs: number;
  /** The assembly of parts besides, for each part: a large object can take minutes. */
  partInMs: number;
};

const usual: TimeLimits = {
  ...{ silentInMs: 30_000, bufferedInMs: 30_000 },
  ...{ requestInMs: 60_000, bytesPerMs: 16, partInMs: 1_000 },
};

/** How much of a request the system takes before the service does. */
const bufferBytes = 4 * 1024 * 1024;

/** Thrown when an object service did not answer in time. What it was asked for can have been done. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code = 'ETIMEDOUT';
}

/**
 * Returns a service whose requests fail with `NoAnswerError` when the service is silent, or does not answer in time. The SDKs
 * wait for ever, and what waits for them, such as an upload with its idempotency key, would last until the process ends.
 */
export function withTimeLimits(
  service: ObjectService,
  { silentInMs, bufferedInMs, requestInMs, bytesPerMs, partInMs } = usual,
): ObjectService {
  const usually = { silentInMs, limitInMs: requestInMs };
  const sending = ({ byteLength }: Uint8Array) => ({
    silentInMs: silentInMs + bufferedInMs * Math.min(1, byteLength / bufferBytes),
    limitInMs: requestInMs + byteLength / bytesPerMs,
  });
  const assembling = (parts: readonly string[]) => {
    const limitInMs = requestInMs + parts.length * partInMs;
    return { silentInMs: limitInMs, limitInMs };
  };
  return {
    description: service.description,
    beginParts: (name, signal) => within(usually, signal, (ending) => service.beginParts(name, ending)),
    putPart: (name, parts, number, bytes, signal) =>
      within(sending(bytes), signal, (ending) => service.putPart(name, parts, number, bytes, ending)),
    completeParts: (name, parts, tags, signal) =>
      within(assembling(tags), signal, (ending) => service.completeParts(name, parts, tags, ending)),
    abandonParts: (name, parts, signal) =>
      within(usually, signal, (ending) => service.abandonParts(name, parts, ending)),
    putObject: (name, bytes, signal) =>
      within(sending(bytes), signal, (ending) => service.putObject(name, bytes, ending)),
    async getObject(name, range, signal) {
      const stream = await within(usually, signal, (ending) => service.getObject(name, range, ending));
      return stream && endedWhenSilent(stream, silentInMs);
    },
    lengthOf: (name, signal) => within(usually, signal, (ending) => service.lengthOf(name, ending)),
    removeObject: (name, signal) => within(usually, signal, (ending) => service.removeObject(name, ending)),
    listObjects: (prefix) => eachWithin(usually, (ending) => service.listObjects(prefix, ending)),
    listParts: (prefix) => eachWithin(usually, (ending) => service.listParts(prefix, ending)),
    check: (signal) => within(usually, signal, (ending) => service.check(ending)),
  };
}

type Limit = { silentInMs: number; limitInMs: number };

/**
 * Does work with a signal that aborts with the caller's, when the service is silent, or when the time is over. What the
 * service answers with an error is a `StoreRefusedError`.
 */
async function within<Answer>(
  { silentInMs, limitInMs }: Limit,
  signal: AbortSignal | undefined,
  work: (ending: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(notInTime(limitInMs)), limitInMs);
  const ending = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]);
  try {
    return await whenSilent(
      silentInMs,
      () => limit.abort(silent(silentInMs)),
      () => work(ending),
    );
  } catch (error) {
    if (limit.signal.aborted && signal?.aborted !== true) throw limit.signal.reason;
    throw signal?.aborted ? error : asRefusal(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Yields the items of a list. The time counts only while the next one is waited for. */
async function* eachWithin<Item>(
  limit: Limit,
  list: (ending: AbortSignal) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const ended = new AbortController();
  const items = list(ended.signal)[Symbol.asyncIterator]();
  try {
    while (true) {
      const next = await within(limit, undefined, (ending) => {
        const end = () => ended.abort(ending.reason);
        ending.addEventListener('abort', end, { once: true });
        return items.next().finally(() => ending.removeEventListener('abort', end));
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await items.return?.();
  }
}

/** Passes bytes on, and fails when none come while none wait for the reader: a slow reader ends nothing. */
function endedWhenSilent(source: Readable, limitInMs: number): Readable {
  let hasCome = true;
  let isSilent = false;
  const passed = new Transform({
    transform(piece, _encoding, done) {
      hasCome = true;
      done(null, piece);
    },
  });
  const timer = setInterval(() => {
    const wasSilent = isSilent;
    isSilent = !hasCome && passed.readableLength === 0;
    hasCome = false;
    if (isSilent && wasSilent) passed.destroy(silent(limitInMs));
  }, limitInMs / 2);
  timer.unref();
  source.once('error', (error) => passed.destroy(asCut(error)));
  pipeline(source, passed, () => clearInterval(timer));
  return passed;
}

function silent(silentInMs: number): NoAnswerError {
  return new NoAnswerError(`the blob store did not answer: it took and sent nothing for ${inSeconds(silentInMs)}`);
}

function notInTime(limitInMs: number): NoAnswerError {
  return new NoAnswerError(`the blob store did not answer within ${inSeconds(limitInMs)}`);
}

const inSeconds = (ms: number) => `${Math.round(ms / 100) / 10} s`;
