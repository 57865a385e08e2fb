import { pipeline, type Readable, Transform } from 'node:stream';
import type { ObjectService } from './object-service.ts';

/** How long a request may be without an answer. */
export type TimeLimits = {
  /** A request, the next item of a list, and the next bytes of an object. */
  requestInMs: number;
  /** How slowly the bytes of a request may be taken, which has the time for them besides. */
  bytesPerMs: number;
  /** The assembly of parts, which can take minutes for a large object. */
  assemblyInMs: number;
};

const usual: TimeLimits = { requestInMs: 60_000, bytesPerMs: 16, assemblyInMs: 600_000 };

/**
 * Returns a service whose requests fail with `ETIMEDOUT` when they get no answer in time. The SDKs wait for ever, and what
 * waits for them, such as an upload with its idempotency key, would last until the process ends.
 */
export function withTimeLimits(
  service: ObjectService,
  { requestInMs, bytesPerMs, assemblyInMs } = usual,
): ObjectService {
  const inMsFor = (bytes: Uint8Array) => requestInMs + bytes.byteLength / bytesPerMs;
  return {
    description: service.description,
    beginParts: (name, signal) => within(requestInMs, signal, (ending) => service.beginParts(name, ending)),
    putPart: (name, parts, number, bytes, signal) =>
      within(inMsFor(bytes), signal, (ending) => service.putPart(name, parts, number, bytes, ending)),
    completeParts: (name, parts, tags, signal) =>
      within(assemblyInMs, signal, (ending) => service.completeParts(name, parts, tags, ending)),
    abandonParts: (name, parts, signal) =>
      within(requestInMs, signal, (ending) => service.abandonParts(name, parts, ending)),
    putObject: (name, bytes, signal) =>
      within(inMsFor(bytes), signal, (ending) => service.putObject(name, bytes, ending)),
    async getObject(name, range, signal) {
      const stream = await within(requestInMs, signal, (ending) => service.getObject(name, range, ending));
      return stream && endedWhenSilent(stream, requestInMs);
    },
    lengthOf: (name, signal) => within(requestInMs, signal, (ending) => service.lengthOf(name, ending)),
    removeObject: (name, signal) => within(requestInMs, signal, (ending) => service.removeObject(name, ending)),
    listObjects: (prefix) => eachWithin(requestInMs, (ending) => service.listObjects(prefix, ending)),
    listParts: (prefix) => eachWithin(requestInMs, (ending) => service.listParts(prefix, ending)),
    check: (signal) => within(requestInMs, signal, (ending) => service.check(ending)),
  };
}

/** Does work with a signal that aborts with the caller's, or when the time is over. */
async function within<Answer>(
  limitInMs: number,
  signal: AbortSignal | undefined,
  work: (ending: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitInMs);
  try {
    return await work(signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]));
  } catch (error) {
    if (limit.signal.aborted && signal?.aborted !== true) throw noAnswer(limitInMs, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Yields the items of a list. The time counts only while the next one is waited for. */
async function* eachWithin<Item>(
  limitInMs: number,
  list: (ending: AbortSignal) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const limit = new AbortController();
  const start = () => setTimeout(() => limit.abort(), limitInMs);
  let timer = start();
  try {
    for await (const item of list(limit.signal)) {
      clearTimeout(timer);
      yield item;
      timer = start();
    }
  } catch (error) {
    if (limit.signal.aborted) throw noAnswer(limitInMs, error);
    throw error;
  } finally {
    clearTimeout(timer);
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
    if (isSilent && wasSilent) passed.destroy(noAnswer(limitInMs));
  }, limitInMs / 2);
  timer.unref();
  pipeline(source, passed, () => clearInterval(timer));
  return passed;
}

function noAnswer(limitInMs: number, cause?: unknown): Error {
  const message = `the blob store did not answer within ${Math.round(limitInMs / 100) / 10} s`;
  return Object.assign(new Error(message, { cause }), { code: 'ETIMEDOUT' });
}
