import { type JsonValue, parseJson, parseStoredInTurns } from '#contract';

/**
 * Parses a JSON column that this project wrote from a record of the contract, whose shape the writer guarantees.
 * Returns `undefined` for SQL null.
 */
export function readStored<Shape>(text: string): Shape;
export function readStored<Shape>(text: string | null): Shape | undefined;
export function readStored<Shape>(text: string | null): Shape | undefined {
  if (text === null) return undefined;
  const parsed: unknown = parseJson(text);
  return parsed as Shape;
}

/**
 * Resolves with `{ [name]: value }` of a JSON column, or `{}` for SQL null: a value of JSON `null` is kept. A large value
 * is read in turns with other work.
 */
export async function jsonMember<Name extends string>(
  name: Name,
  text: string | null,
): Promise<{ [K in Name]?: JsonValue }> {
  const member: { [K in Name]?: JsonValue } = {};
  if (text !== null) member[name] = await parseStoredInTurns(text);
  return member;
}
