import { isJsonObject, type JsonValue } from './json.ts';
import { pathOf, pointerPart } from './pointer.ts';

/** Replaces a value that the caller may not see. */
export const redactedMarker = { $redacted: true } as const;

export function isRedactedMarker(value: JsonValue | undefined): boolean {
  return (
    isJsonObject(value) &&
    Object.hasOwn(value, '$redacted') &&
    value.$redacted === true &&
    Object.keys(value).length === 1
  );
}

/** Returns the pointers below one root (`/input`, `/output`, `/steps/{name}`, `/events/{name}`), without the root. */
export function pointersBelow(root: string, pointers: readonly string[]): string[] {
  return pointers
    .filter((pointer) => pointer === root || pointer.startsWith(`${root}/`))
    .map((pointer) => pointer.slice(root.length));
}

/** Returns a copy with the marker at every pointer. Unaffected parts are shared with the original. */
export function redact(value: JsonValue, pointers: readonly string[]): JsonValue {
  return pointers.reduce(
    (current, pointer) => replaceAt(current, pathOf(pointer), () => ({ ...redactedMarker })),
    value,
  );
}

/** Returns a copy with the stored value in place of each marker at a sensitive pointer; other markers stay. */
export function restoreRedacted(
  value: JsonValue,
  stored: JsonValue | undefined,
  pointers: readonly string[],
): JsonValue {
  return pointers.reduce((current, pointer) => {
    const path = pathOf(pointer);
    const kept = stored === undefined ? undefined : valueAt(stored, path);
    return replaceAt(current, path, (given) => (isRedactedMarker(given) && kept !== undefined ? kept : given));
  }, value);
}

/** The pointers of every redaction marker in a value. */
export function markersIn(value: JsonValue): string[] {
  const found: string[] = [];
  const path: (string | number)[] = [];
  const walk = (part: JsonValue | undefined): void => {
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) for (let index = 0; index < part.length; index += 1) enter(index, part[index]);
    else if (isRedactedMarker(part)) found.push(path.map((name) => `/${pointerPart(String(name))}`).join(''));
    else if (isJsonObject(part)) for (const name of Object.keys(part)) enter(name, part[name]);
  };
  const enter = (name: string | number, part: JsonValue | undefined): void => {
    path.push(name);
    walk(part);
    path.pop();
  };
  walk(value);
  return found;
}

/** Returns the value at an RFC 6901 path, or `undefined`. */
function valueAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const part of path) {
    if (Array.isArray(current)) current = current[Number(part)];
    else if (isJsonObject(current) && Object.hasOwn(current, part)) current = current[part];
    else return undefined;
  }
  return current;
}

function replaceAt(value: JsonValue, path: readonly string[], change: (given: JsonValue) => JsonValue): JsonValue {
  const [part, ...rest] = path;
  if (part === undefined) return change(value);
  if (Array.isArray(value)) {
    const index = Number(part);
    const item = value[index];
    return item === undefined ? value : value.with(index, replaceAt(item, rest, change));
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, part)) return value;
  const member = value[part];
  return member === undefined ? value : { ...value, [part]: replaceAt(member, rest, change) };
}
