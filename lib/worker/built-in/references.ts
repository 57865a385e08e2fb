import { isJsonObject, type JsonValue, LosslessNumber, limits, stringifyJson } from '#contract';
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

/** What the references of one value may become together: more would be refused as an output in any case. */
const mostFilledIn = limits.taskOutputBytes;

/**
 * Returns a copy with each reference replaced by its value, and each `{"$text": [parts]}` by the joined text. Throws a
 * `NonRetryableError` when a result has nothing at the pointer, and when the references stand for more text than an output
 * may have: a value of a few megabytes can refer to the same long result hundreds of thousands of times.
 */
export function fillIn(value: JsonValue, results: ReadonlyMap<string, JsonValue>): JsonValue {
  let length = 0;
  const fill = (part: JsonValue): JsonValue => {
    const reference = asReference(part);
    if (reference !== undefined) {
      const found = resultAt(reference, results);
      length += typeof found === 'string' ? found.length : stringifyJson(found).length;
      if (length <= mostFilledIn) return found;
      throw new NonRetryableError(
        `the results that a value refers to are longer than ${mostFilledIn} characters together (taskOutputBytes)`,
      );
    }
    if (Array.isArray(part)) return part.map(fill);
    if (!isJsonObject(part)) return part;
    if (Array.isArray(part.$text) && Object.keys(part).length === 1)
      return part.$text.map((piece) => textOf(fill(piece))).join('');
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, fill(item)]));
  };
  return fill(value);
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
