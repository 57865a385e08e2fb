import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { pathOf, pointerOf, pointerPart } from './pointer.ts';
import { Turn } from './turn.ts';
import { partAt, setMember, walkInTurns } from './walk-in-turns.ts';

/** Replaces a value that the caller may not see. */
export const redactedMarker = { $redacted: true } as const;

/** Replaces the message of an error that the caller may not see. */
export const hiddenMessage = '[redacted]';

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

/**
 * Resolves with a copy with the marker at every pointer. Unaffected parts are shared with the original. Works in turns,
 * because copying wide objects takes long.
 */
export function redact(value: JsonValue, pointers: readonly string[]): Promise<JsonValue> {
  return withChanges(value, undefined, treeOf(pointers), () => ({ ...redactedMarker }));
}

/** Resolves with a copy with the stored value in place of each marker at a sensitive pointer; other markers stay. */
export function restoreRedacted(
  value: JsonValue,
  stored: JsonValue | undefined,
  pointers: readonly string[],
): Promise<JsonValue> {
  return withChanges(value, stored, treeOf(pointers), (given, kept) => (isRedactedMarker(given) ? kept : undefined));
}

/** Returns whether `restoreRedacted` changes the value for this pointer. */
export function restoresAt(value: JsonValue, stored: JsonValue, pointer: string): boolean {
  const path = pathOf(pointer);
  const partOf = (whole: JsonValue) => path.reduce<JsonValue | undefined>(partAt, whole);
  return isRedactedMarker(partOf(value)) && partOf(stored) !== undefined;
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

/** Resolves with whether a value holds a redaction marker. */
export async function holdsMarker(value: JsonValue): Promise<boolean> {
  let isFound = false;
  await walkInTurns(value, (part) => {
    isFound ||= isRedactedMarker(part);
    return !isFound;
  });
  return isFound;
}

/**
 * Resolves with the pointer of the first marker in a value at whose place another value has none. The pointers of all are
 * not made: below a long name, many markers would have gigabytes of them.
 */
export async function misplacedMarker(value: JsonValue, seen: JsonValue): Promise<string | undefined> {
  let misplaced: string | undefined;
  await walkInTurns(
    value,
    (part, pointer, counterpart) => {
      const isMarker = isRedactedMarker(part);
      if (isMarker && misplaced === undefined && !isRedactedMarker(counterpart)) misplaced = pointer();
      return !isMarker && misplaced === undefined;
    },
    seen,
  );
  return misplaced;
}

/** The pointers among these, as the value names their places, at which it has a redaction marker. */
export function markersAt(value: JsonValue, pointers: readonly string[]): string[] {
  const found = pointers.flatMap((pointer) => {
    const place: string[] = [];
    let part: JsonValue | undefined = value;
    for (const name of pathOf(pointer)) {
      place.push(Array.isArray(part) ? String(Number(name)) : name);
      part = partAt(part, name);
    }
    return isRedactedMarker(part) ? [pointerOf(place)] : [];
  });
  return [...new Set(found)];
}

/** Resolves with whether a value holds a redaction marker with other members beside it. */
export async function holdsBrokenMarker(value: JsonValue): Promise<boolean> {
  let isFound = false;
  await walkInTurns(value, (part) => {
    isFound ||= isJsonObject(part) && part.$redacted === true && !isRedactedMarker(part);
    return !isFound;
  });
  return isFound;
}

/** Pointers by their parts, so that each object is copied once for all of them. */
type Tree = { isEnd: boolean; below: Map<string, Tree> };

function treeOf(pointers: readonly string[]): Tree {
  const root: Tree = { isEnd: false, below: new Map() };
  for (const pointer of pointers) {
    let tree = root;
    for (const part of pathOf(pointer)) {
      const below: Tree = tree.below.get(part) ?? { isEnd: false, below: new Map() };
      tree.below.set(part, below);
      tree = below;
    }
    tree.isEnd = true;
  }
  return root;
}

/** What stands in place of the value at a pointer; `undefined` leaves it. */
type Change = (given: JsonValue, stored: JsonValue | undefined) => JsonValue | undefined;

async function withChanges(
  value: JsonValue,
  stored: JsonValue | undefined,
  { isEnd, below }: Tree,
  change: Change,
): Promise<JsonValue> {
  const changed = isEnd ? change(value, stored) : undefined;
  if (changed !== undefined) return changed;
  const parts = new Map<string, JsonValue>();
  for (const [name, tree] of below) {
    const part = partAt(value, name);
    if (part === undefined) continue;
    const after = await withChanges(part, partAt(stored, name), tree, change);
    if (after !== part) parts.set(name, after);
  }
  if (parts.size === 0) return value;
  if (!Array.isArray(value)) return isJsonObject(value) ? copyInTurns(value, parts) : value;
  const items = [...value];
  for (const [name, item] of parts) items[Number(name)] = item;
  return items;
}

/** A copy of an object with other values of some of its members. V8 takes long to spread a wide object. */
async function copyInTurns(object: JsonObject, changed: ReadonlyMap<string, JsonValue>): Promise<JsonObject> {
  const copy: JsonObject = {};
  const turn = new Turn();
  for (const name of Object.keys(object)) {
    if (turn.isOver()) await turn.next();
    setMember(copy, name, (changed.has(name) ? changed.get(name) : object[name]) ?? null);
  }
  return copy;
}
