import { type JsonValue, stringifyJson } from '#contract';

/**
 * A value of a record, or its size where it is too large to be sent unasked. Bytes are of UTF-8 JSON. Values with one
 * `digest` are equal except for what is hidden in them.
 */
export type ShownValue = { kind: 'value'; value: JsonValue; bytes: number } | HeldValue;

export type HeldValue = { kind: 'held'; bytes: number; digest?: string; hasHiddenParts?: boolean };

/** Values above this are sent to the browser, parsed and shown only when asked for. */
export const heldAboveBytes = 256 * 1024;

/** Holds a value back when it is above the limit; `undefined` stays `undefined`. */
export function showValue(value: JsonValue | undefined, limit = heldAboveBytes): ShownValue | undefined {
  if (value === undefined) return undefined;
  const bytes = new TextEncoder().encode(stringifyJson(value)).length;
  return bytes > limit ? { kind: 'held', bytes } : { kind: 'value', value, bytes };
}
