import { AbortError } from '@azure/abort-controller';
import { LosslessNumber, limits } from '#contract';
import { throwIfAborted } from '../abort.ts';
import { holdsItself, isTooDeep } from '../request-body.ts';
import { RequestFailedError } from '../request-failed-error.ts';

/** A value as it passes between threads: structured clone keeps all of it but exact numbers, which become maps. */
export type WireValue = unknown;

/**
 * Throws `TypeError`, naming the place, for what cannot pass: a function, a stream, what holds itself; `RangeError` for
 * what lies in more than `mostAbove` others. A signal is looked at only now.
 */
export function toWire(
  value: unknown,
  place: string,
  mostAbove: number = Number.POSITIVE_INFINITY,
  above: readonly object[] = [],
): WireValue {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`${place}: a synchronous call cannot call back; use the Async form`);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof LosslessNumber) return new Map([['digits', value.toString()]]);
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return value;
  if (value instanceof AbortSignal) {
    throwIfAborted(value);
    return undefined; // nothing can abort it while this thread waits
  }
  if (!Array.isArray(value) && !isPlain(value))
    throw new TypeError(`${place}: a synchronous call takes paths and bytes, no streams; use the Async form`);
  if (above.includes(value)) throw new TypeError(`${place}: ${holdsItself}`);
  if (above.length > mostAbove) throw new RangeError(`${place}: ${isTooDeep}`);
  const holders = [...above, value];
  return copy(value, (part, name) => toWire(part, `${place}/${name}`, mostAbove, holders));
}

/** Of arguments: somewhat more than JSON may have, whose own depth is looked at where it is sent. Answers have no bound. */
export const mostAboveArguments = limits.jsonDepth + 10;

/** What `toWire` was given, on the other side. */
export function fromWire(value: WireValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) return new LosslessNumber(String(value.get('digits')));
  if (!Array.isArray(value) && !isPlain(value)) return value;
  return copy(value, fromWire);
}

/** A list keeps what it carries beside its items, as pages do. */
function copy(value: object, map: (part: unknown, name: string) => unknown): object {
  const target: object = Array.isArray(value) ? [] : {};
  for (const [name, part] of Object.entries(value))
    Object.defineProperty(target, name, {
      value: map(part, name),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return target;
}

/** Objects of another context (a test's, a REPL's) have an `Object.prototype` of their own. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null);
}

/** An error as it passes between threads. */
export type WireError = { name: string; message: string; facts: WireValue; cause: WireError | undefined };

export function errorToWire(error: unknown): WireError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), facts: {}, cause: undefined };
  const { name, message, cause } = error;
  const facts: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(error)) {
    try {
      facts[member] = structuredClone(toWire(value, member));
    } catch {
      // a member of a foreign error that cannot pass (its request, its socket): the rest tells enough
    }
  }
  return { name, message, facts, cause: cause === undefined ? undefined : errorToWire(cause) };
}

/** The same error on the other side: of the same class as far as this library throws it. */
export function errorFromWire({ name, message, facts: passed, cause: inner }: WireError): Error {
  const facts = fromWire(passed);
  const cause = inner === undefined ? undefined : errorFromWire(inner);
  if (name === 'RequestFailedError') return new RequestFailedError(message, { ...asFacts(facts), cause });
  const Kind = name === 'AbortError' ? AbortError : (plainErrors.get(name) ?? Error);
  const error = new Kind(message);
  if (cause !== undefined) error.cause = cause;
  return Object.assign(error, facts, { name });
}

const plainErrors = new Map<string, new (message: string) => Error>([
  ['TypeError', TypeError],
  ['RangeError', RangeError],
  ['SyntaxError', SyntaxError],
]);

/** The members of a `RequestFailedError` are the facts it was made from. */
function asFacts(facts: unknown): ConstructorParameters<typeof RequestFailedError>[1] {
  return facts as ConstructorParameters<typeof RequestFailedError>[1];
}
