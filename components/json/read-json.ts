import { type JsonObject, type JsonValue, LosslessNumber, parseJson } from '#contract';

/** The value of a JSON text with its numbers exact; `undefined` where it is no JSON. */
export function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object: neither an array nor a number that is kept as its digits. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}
