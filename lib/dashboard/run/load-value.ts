import type { JsonValue } from '#contract';
import { fetchJson } from '../query/fetch-json.ts';

/** Reads a value that was held back, numbers exact. */
export function loadValue(path: string): Promise<JsonValue> {
  return fetchJson<JsonValue>(path);
}
