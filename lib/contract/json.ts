import { isInteger, isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import { endOfJsonString } from './json-text.ts';

/**
 * A JSON value whose numbers survive exactly: what a double holds is a `number`, a larger integer is a `bigint`,
 * and any other number that a double would round is a `LosslessNumber` (its digits as text).
 */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | LosslessNumber
  | JsonValue[]
  | { [name: string]: JsonValue };

export type JsonObject = { [name: string]: JsonValue };

/**
 * Whether a value is a JSON object. A `LosslessNumber` is told from one by its brand, a symbol: no member that a caller
 * gives an object, whatever its name, makes it pass for a number.
 */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Text without a long run of digits, an exponent or a negative zero cannot hold a number that `JSON.parse` would change. */
const mayHoldInexactNumber = /\d[\d.]{15}|\d[eE]|-0(?![.\d])/;

function parseNumber(digits: string): number | bigint | LosslessNumber {
  if (isSafeNumber(digits) || isDoubleFrom1e21(digits)) return Number(digits);
  return isInteger(digits) ? BigInt(digits) : new LosslessNumber(digits);
}

/** Whether a double is written just so: from 1e21 on they have an exponent, and are no integers in text. */
function isDoubleFrom1e21(digits: string): boolean {
  return digits.includes('e+') && String(Number(digits)) === digits;
}

/** Reads JSON (RFC 8259) without rounding any number. Throws `SyntaxError` where the text is not JSON. */
export function parseJson(text: string): JsonValue {
  if (!mayHoldInexactNumber.test(text) || !mayHoldInexactNumber.test(outsideStrings(text)))
    return trustJsonValue(JSON.parse(text));
  return trustJsonValue(parse(text, null, { parseNumber }));
}

/** The JSON of a token that a caller may have made up: `undefined` where it is none, or holds what none of ours does. */
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

/** Whether the text and jsonb of PostgreSQL can hold it: there is no NUL in it and no lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** What stands between the strings of a JSON text: most ids look like numbers, and the exact parser is slow. */
function outsideStrings(text: string): string {
  let outside = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('"', from);
    if (open < 0) return outside + text.slice(from);
    outside += `${text.slice(from, open)} `;
    const close = endOfJsonString(text, open);
    if (close < 0) return outside;
    from = close + 1;
  }
}

/** JSON text, or an object made by `JSON.parse` or lossless-json's `parse`, is a `JsonValue` by construction. */
function trustJsonValue(parsed: unknown): JsonValue {
  return parsed as JsonValue;
}

/** Writes a value as JSON with every digit of its numbers. `undefined` members are left out; `undefined` itself is `null`. */
export function stringifyJson(value: unknown, space?: number): string {
  if (isExactInDoubles(value)) return JSON.stringify(value, null, space) ?? 'null';
  return stringify(value, null, space, [{ test: (part) => Object.is(part, -0), stringify: () => '-0' }]) ?? 'null';
}

/** Whether `JSON.stringify`, which is much faster, writes every number in a value as it is. */
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
