import { isJsonObject, type JsonValue, LosslessNumber } from '#contract';
import { NonRetryableError } from '../index.ts';

/** A reference to the result of an earlier step, or to a part of it by JSON Pointer. */
export type Reference = { step: string; at: string };

/** `{"$result": "step", "at": "/pointer"}`; `at` is optional. */
export function asReference(value: JsonValue): Reference | undefined {
  if (!isJsonObject(value) || typeof value.$result !== 'string') return undefined;
  const at = value.at ?? '';
  return Object.keys(value).every((name) => name === '$result' || name === 'at') && typeof at === 'string'
    ? { step: value.$result, at }
    : undefined;
}

/** Returns every reference in a value, at any depth. */
export function referencesIn(value: JsonValue): Reference[] {
  const reference = asReference(value);
  if (reference !== undefined) return [reference];
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  return isJsonObject(value) ? Object.values(value).flatMap(referencesIn) : [];
}

/**
 * Returns a copy with each reference replaced by its value, and each `{"$text": [parts]}` by the joined text. Throws a
 * `NonRetryableError` when a result has nothing at the pointer.
 */
export function fillIn(value: JsonValue, results: ReadonlyMap<string, JsonValue>): JsonValue {
  const reference = asReference(value);
  if (reference !== undefined) return resultAt(reference, results);
  if (Array.isArray(value)) return value.map((item) => fillIn(item, results));
  if (!isJsonObject(value)) return value;
  if (Array.isArray(value.$text) && Object.keys(value).length === 1)
    return value.$text.map((part) => textOf(fillIn(part, results))).join('');
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillIn(part, results)]));
}

function resultAt({ step, at }: Reference, results: ReadonlyMap<string, JsonValue>): JsonValue {
  let current: JsonValue | undefined = results.get(step);
  for (const part of at.split('/').slice(1).map(unescapePart)) {
    if (Array.isArray(current)) current = /^\d+$/.test(part) ? current[Number(part)] : undefined;
    else current = isJsonObject(current) && Object.hasOwn(current, part) ? current[part] : undefined;
  }
  if (current === undefined) throw new NonRetryableError(`the result of step "${step}" has nothing at "${at}"`);
  return current;
}

function unescapePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function textOf(value: JsonValue): string {
  if (typeof value === 'object' && value !== null && !(value instanceof LosslessNumber))
    throw new NonRetryableError(
      'a part of $text is an object or a list; only strings, numbers and booleans can be joined',
    );
  return String(value);
}
