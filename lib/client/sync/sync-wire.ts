import { AbortError } from '@azure/abort-controller';
import { causeChain, isThrownError, LosslessNumber, limits } from '#contract';
import { throwIfAborted } from '../abort.ts';
import { deadlineOf } from '../deadline-signal.ts';
import { holdsItself, isTooDeep, notJson } from '../request-body.ts';
import { RequestFailedError } from '../request-failed-error.ts';

/** A value for another thread. Structured clone keeps everything except exact numbers and deadlines, which become maps. */
export type WireValue = unknown;

/**
 * Throws `TypeError`, naming the place, for a value that cannot be passed: a function, a stream, a cyclic object;
 * `RangeError` for more than `mostAbove` levels. A signal is checked only now, and only one with a deadline is passed on.
 */
export function toWire(
  value: unknown,
  place: string,
  mostAbove: number = Number.POSITIVE_INFINITY,
  above: readonly object[] = [],
): WireValue {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`${place}: a blocking call cannot take callbacks; use ${asyncFormOf(place)}`);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof LosslessNumber) return new Map([['digits', value.toString()]]);
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return value;
  if (value instanceof AbortSignal) {
    throwIfAborted(value);
    const deadline = deadlineOf(value);
    // nothing can abort another one while this thread waits
    return deadline === undefined ? undefined : new Map([['deadline', deadline]]);
  }
  const kind = notJson(value);
  if (kind !== undefined) throw new TypeError(`${place}: a ${kind} is not a JSON value`);
  if (!Array.isArray(value) && !isPlain(value))
    throw new TypeError(`${place}: a blocking call takes paths and bytes, not streams; use ${asyncFormOf(place)}`);
  if (above.includes(value)) throw new TypeError(`${place}: ${holdsItself}`);
  if (above.length > mostAbove) throw new RangeError(`${place}: ${isTooDeep}`);
  const holders = [...above, value];
  return copy(value, (part, name) => toWire(part, `${place}/${name}`, mostAbove, holders));
}

/** A place in the arguments begins with the name of the blocking form. */
function asyncFormOf(place: string): string {
  return `${place.split('/', 1)[0]}Async`;
}

/**
 * Maximum depth of arguments, a little more than that of JSON, which is checked when it is sent. Answers have no limit.
 */
export const mostAboveArguments = limits.jsonDepth + 10;

/** Returns the value that was passed to `toWire`. */
export function fromWire(value: WireValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) {
    const deadline: unknown = value.get('deadline');
    if (typeof deadline === 'number') return signalUntil(deadline);
    return new LosslessNumber(String(value.get('digits')));
  }
  if (!Array.isArray(value) && !isPlain(value)) return value;
  return copy(value, fromWire);
}

function signalUntil(deadline: number): AbortSignal {
  const left = deadline - Date.now();
  return left > 0 ? AbortSignal.timeout(left) : AbortSignal.abort(new DOMException('its time is over', 'TimeoutError'));
}

/** A list keeps its own members, as pages have some. */
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

/** Objects of another context (a test's, a REPL's) have another `Object.prototype`. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null);
}

/** An error for another thread. */
export type WireError = { name: string; message: string; facts: WireValue; cause: WireError | undefined };

export function errorToWire(error: unknown): WireError {
  const [first = error, ...causes] = causeChain(error);
  const cause = causes.reduceRight<WireError | undefined>((inner, one) => oneToWire(one, inner), undefined);
  return oneToWire(first, cause);
}

function oneToWire(error: unknown, cause: WireError | undefined): WireError {
  if (!isThrownError(error)) return { name: 'Error', message: String(error), facts: {}, cause };
  const { name, message } = error;
  const facts: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(error)) {
    try {
      facts[member] = structuredClone(toWire(value, member));
    } catch {
      // a member of a foreign error that cannot be passed (its request, its socket) is omitted
    }
  }
  return { name, message, facts, cause };
}

/** Restores the error, with its class when it belongs to this library. */
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

/** The members of a `RequestFailedError` are its constructor's arguments. */
function asFacts(facts: unknown): ConstructorParameters<typeof RequestFailedError>[1] {
  return facts as ConstructorParameters<typeof RequestFailedError>[1];
}
