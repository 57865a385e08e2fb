import { isJsonObject, type JsonValue } from './json.ts';

/** Returns the name in `{"$secret": "NAME"}`, or `undefined` for any other value. */
export function secretReference(value: JsonValue): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const name = value.$secret;
  return typeof name === 'string' && Object.keys(value).length === 1 ? name : undefined;
}
