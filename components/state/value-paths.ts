import { isJsonObject, type JsonValue, parseJson, pointerPart } from '#contract';

const mostPaths = 200;
const deepest = 4;

/** Paths in the values of a store, for completion: those of its schema, and those of the values that are shown. */
export function valuePaths(schema: JsonValue | undefined, previews: readonly (string | undefined)[]): string[] {
  const paths = new Set<string>();
  const add = (pointer: string) => paths.size < mostPaths && paths.add(pointer);
  addSchema(schema, '', 0, add);
  for (const preview of previews) addValue(parsed(preview), '', 0, add);
  return [...paths].sort();
}

function addSchema(
  schema: JsonValue | undefined,
  pointer: string,
  depth: number,
  add: (pointer: string) => void,
): void {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties) || depth === deepest) return;
  for (const [name, member] of Object.entries(schema.properties)) {
    const below = `${pointer}/${pointerPart(name)}`;
    if (isJsonObject(member) && isJsonObject(member.properties)) addSchema(member, below, depth + 1, add);
    else add(below);
  }
}

function addValue(value: JsonValue | undefined, pointer: string, depth: number, add: (pointer: string) => void): void {
  if (!isJsonObject(value) || depth === deepest) return;
  for (const [name, member] of Object.entries(value)) {
    const below = `${pointer}/${pointerPart(name)}`;
    if (isJsonObject(member)) addValue(member, below, depth + 1, add);
    else add(below);
  }
}

/** A preview is the beginning of a value: a longer one is no JSON. */
function parsed(preview: string | undefined): JsonValue | undefined {
  try {
    return preview === undefined ? undefined : parseJson(preview);
  } catch {
    return undefined;
  }
}
