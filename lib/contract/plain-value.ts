import { type JsonObject, type JsonValue, LosslessNumber } from './json.ts';
import { pointerPart } from './pointer.ts';

/** Returns what a schema checks in place of an object at a JSON Pointer, or `undefined` for the object itself. */
export type StandIn = (value: JsonObject, pointer: string) => string | undefined;

/** A copy that a JSON Schema validator can check: exact numbers become doubles, and names well-formed Unicode. */
export function plainValue(value: JsonValue, standIn?: StandIn, pointer = ''): unknown {
  if (typeof value === 'bigint' || value instanceof LosslessNumber) return Number(value.toString());
  if (typeof value !== 'object' || value === null) return value;
  const below = (name: string) => (standIn === undefined ? '' : `${pointer}/${pointerPart(name)}`);
  if (Array.isArray(value)) return value.map((item, index) => plainValue(item, standIn, below(String(index))));
  return (
    standIn?.(value, pointer) ??
    Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name.toWellFormed(), plainValue(part, standIn, below(name))]),
    )
  );
}
