import { LosslessNumber, limits, type Operation, pointerPart, stringifyJson } from '#contract';
import { type ArgumentErrorKind, argumentError } from './argument-error.ts';
import { checkGiven } from './check-given.ts';

/**
 * Returns the body of an operation as JSON text. Throws `TypeError` or `RangeError`, naming the place, for values that
 * it cannot contain.
 */
export function requestBody({ body: schema }: Operation, body: unknown): string {
  refuseOtherThanJson(body);
  if (schema !== undefined) checkGiven(schema, body);
  return stringifyJson(body);
}

/**
 * Rejects values that are not JSON. `JSON.stringify` would omit them or write `null`, and the schemas do not check the
 * values of tasks and entries, which may be large.
 */
export function refuseOtherThanJson(value: unknown): void {
  const found = findOther(value, []);
  if (found === undefined) return;
  const pointer = found.path.map((part) => `/${pointerPart(part)}`).join('');
  throw argumentError(found.Kind, { pointer, message: found.message });
}

/** A problem, and the names that lead to its place. */
type Other = { Kind: ArgumentErrorKind; message: string; path: string[] };

export const holdsItself = 'is a cyclic object, which JSON cannot represent';
export const isTooDeep = `JSON may be nested at most ${limits.jsonDepth} deep`;

/** `above` are the objects that contain the value. Paths are built only on the way back from a problem. */
function findOther(given: unknown, above: object[]): Other | undefined {
  const kind = notJson(given);
  if (kind !== undefined) return other(TypeError, `a ${kind} is not a JSON value`);
  const value = jsonOf(given);
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : other(RangeError, `${value} is not a JSON number`);
  if (typeof value === 'function' || typeof value === 'symbol')
    return other(TypeError, `a ${typeof value} is not a JSON value`);
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return undefined;
  if (above.includes(value)) return other(TypeError, holdsItself);
  if (above.length === limits.jsonDepth) return other(RangeError, isTooDeep);
  above.push(value);
  const found = Array.isArray(value) ? findInArray(value, above) : findInObject(value, above);
  above.pop();
  return found;
}

/** Names the kind of an object that JSON has no form for: `JSON.stringify` writes most of them as `{}`. */
export function notJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return ArrayBuffer.isView(value) || unrepresentable.has(tag) ? tag : undefined;
}

const unrepresentable = new Set([
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'Date',
  'RegExp',
  'ArrayBuffer',
  'SharedArrayBuffer',
  'Promise',
  'Error',
]);

/** Returns what `JSON.stringify` writes for a value that says so itself. */
function jsonOf(value: unknown): unknown {
  const isOwnWriter = typeof value === 'object' && value !== null && 'toJSON' in value;
  return isOwnWriter && typeof value.toJSON === 'function' ? value.toJSON() : value;
}

function findInArray(items: readonly unknown[], above: object[]): Other | undefined {
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const found = item === undefined ? other(TypeError, 'undefined is not a JSON value') : findOther(item, above);
    if (found !== undefined) return below(String(index), found);
  }
  return undefined;
}

function findInObject(value: object, above: object[]): Other | undefined {
  for (const name of Object.keys(value)) {
    const found = findOther(Reflect.get(value, name), above);
    if (found !== undefined) return below(name, found);
  }
  return undefined;
}

function other(Kind: ArgumentErrorKind, message: string): Other {
  return { Kind, message, path: [] };
}

function below(name: string, found: Other): Other {
  found.path.unshift(name);
  return found;
}
