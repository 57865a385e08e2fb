import { type JsonValue, parseJson } from '#contract';

/**
 * Reads a JSON column that this project wrote from a record of the contract: the writer guarantees the shape. SQL null
 * is `undefined`.
 */
export function readStored<Shape>(text: string): Shape;
export function readStored<Shape>(text: string | null): Shape | undefined;
export function readStored<Shape>(text: string | null): Shape | undefined {
  if (text === null) return undefined;
  const parsed: unknown = parseJson(text);
  return parsed as Shape;
}

/** `{ [name]: value }` of a JSON column, `{}` where it is SQL null, so that a value of JSON `null` stays one. */
export function jsonMember<Name extends string>(name: Name, text: string | null): { [K in Name]?: JsonValue } {
  const member: { [K in Name]?: JsonValue } = {};
  if (text !== null) member[name] = parseJson(text);
  return member;
}
