import { isJsonObject, type JsonValue, parseJson, stringifyJson } from '#contract';
import { type Mask, noMask } from './masking.ts';

/**
 * Masks the strings, numbers and names of a JSON text, which stays JSON: a masked number becomes a string. A secret that is
 * JSON itself can span several values: hides the members that contain it, or the whole text if it is not an object.
 */
export function maskJson(text: string, mask: Mask): string {
  if (mask === noMask) return text;
  const masked = maskValue(parseJson(text), mask);
  const isPartOfWord = ['true', 'false', 'null'].some((word) => mask(word) !== word);
  return stringifyJson(isPartOfWord || !spansValues(masked, mask) ? masked : withoutSpans(masked, mask));
}

function spansValues(masked: JsonValue, mask: Mask): boolean {
  const text = stringifyJson(masked);
  return mask(text) !== text;
}

function withoutSpans(masked: JsonValue, mask: Mask): JsonValue {
  if (!isJsonObject(masked)) return '***';
  const members = Object.entries(masked);
  const some = Object.fromEntries(members.map(([name, part]) => [name, spansValues(part, mask) ? '***' : part]));
  return spansValues(some, mask) ? Object.fromEntries(members.map(([name]) => [name, '***'])) : some;
}

/** Masks the strings, numbers and names of a value. `ofText` returns what replaces a string or the digits of a number. */
export function maskValue(value: JsonValue, mask: Mask, ofText: (text: string) => JsonValue = mask): JsonValue {
  if (typeof value === 'string') return ofText(value);
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => maskValue(item, mask, ofText));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [mask(name), maskValue(part, mask, ofText)]));
  const digits = stringifyJson(value);
  return mask(digits) === digits ? value : ofText(digits);
}
