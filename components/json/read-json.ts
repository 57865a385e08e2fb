import { type JsonValue, parseJson } from '#contract';

/** The value of a JSON text with its numbers exact; `undefined` where it is no JSON. */
export function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
