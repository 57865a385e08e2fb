import { isInteger, isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import { endOfJsonString } from './json-text.ts';

/**
 * A JSON value with exact numbers. A number that a double can hold is a `number`, a larger integer is a `bigint`, and
 * any other number is a `LosslessNumber` (its digits as text).
 */
export type JsonValue = JsonScalar | JsonValue[] | { [name: string]: JsonValue };

/** A JSON value without parts. */
export type JsonScalar = null | boolean | number | bigint | string | LosslessNumber;

export type JsonObject = { [name: string]: JsonValue };

/**
 * Whether a value is a JSON object. A symbol distinguishes `LosslessNumber`, so an object with members of the same
 * names is still an object.
 */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Matches JSON text that may contain a number which `JSON.parse` would change: a long run of digits or an exponent. */
const inexactNumber = /\d[\d.]{15}|\d[eE]/g;

function parseNumber(digits: string): number | bigint | LosslessNumber {
  if (isSafeNumber(digits) || isDoubleFrom1e21(digits)) return Number(digits);
  return isInteger(digits) ? BigInt(digits) : new LosslessNumber(digits);
}

/** Doubles from 1e21 on are written with an exponent, so their text is not an integer. */
function isDoubleFrom1e21(digits: string): boolean {
  return digits.includes('e+') && String(Number(digits)) === digits;
}

/** Parses JSON (RFC 8259) without rounding any number. Throws `SyntaxError` for invalid JSON. */
export function parseJson(text: string): JsonValue {
  if (!mayHoldInexactNumber(text)) return trustJsonValue(JSON.parse(text));
  return trustJsonValue(parse(text, null, { parseNumber }));
}

/**
 * Parses the JSON of a token that the caller may have forged. Returns `undefined` when it is invalid or does not match
 * the schema.
 */
export function parseToken(text: string): unknown {
  try {
    return JSON.parse(text, (_, value) => {
      if (typeof value === 'string' && !isStorable(value)) throw new SyntaxError('not a token');
      return value;
    });
  } catch {
    return undefined;
  }
}

/** Whether PostgreSQL's text and jsonb can store it: it contains no NUL and no lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Whether there is such a number outside the strings. Most ids look like one, and the exact parser is slow. */
function mayHoldInexactNumber(text: string): boolean {
  let open = text.indexOf('"');
  inexactNumber.lastIndex = 0;
  for (let found = inexactNumber.exec(text); found !== null; found = inexactNumber.exec(text)) {
    let close = -1;
    while (open >= 0 && open < found.index) {
      close = endOfJsonString(text, open);
      if (close < 0) return false;
      open = text.indexOf('"', close + 1);
    }
    if (close < found.index) return true;
    inexactNumber.lastIndex = close + 1;
  }
  return false;
}

/** JSON text, and objects from `JSON.parse` or lossless-json's `parse`, are `JsonValue`s by construction. */
function trustJsonValue(parsed: unknown): JsonValue {
  return parsed as JsonValue;
}

/**
 * Writes a value as JSON with all digits of its numbers. Omits `undefined` members; `undefined` itself becomes `null`.
 */
export function stringifyJson(value: unknown, space?: number): string {
  if (isExactInDoubles(value)) return JSON.stringify(value, null, space) ?? 'null';
  return stringify(value, null, space, [{ test: (part) => Object.is(part, -0), stringify: () => '-0' }]) ?? 'null';
}

/** Whether `JSON.stringify`, which is much faster, writes every number of a value exactly. */
function isExactInDoubles(value: unknown): boolean {
  if (typeof value === 'number') return !Object.is(value, -0);
  if (typeof value === 'bigint') return false;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isExactInDoubles);
  if (isLosslessNumber(value)) return false;
  for (const name in value) if (!isExactInDoubles(Reflect.get(value, name))) return false;
  return true;
}

export { LosslessNumber };
