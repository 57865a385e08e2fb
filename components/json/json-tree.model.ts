import { isJsonObject, isRedactedMarker, type JsonValue } from '#contract';

/** A line of the tree: a scalar, the head of an object or array, or the note that more members follow. */
export type JsonRow = {
  /** JSON Pointer of the value; unique, but for the `more` row which ends in a blank. */
  pointer: string;
  depth: number;
  /** Member name or array index; `undefined` at the root. */
  name: string | undefined;
  shown:
    | { kind: 'scalar'; type: 'string' | 'number' | 'boolean' | 'null'; text: string }
    | { kind: 'redacted' }
    | { kind: 'secret'; name: string }
    | { kind: 'branch'; type: 'object' | 'array'; count: number; isOpen: boolean }
    | { kind: 'more'; parent: string; hidden: number };
};

/** Which branches are open: those of `openDepth` levels, but for those in `toggled`, which are the other way round. */
export type Opening = {
  openDepth: number;
  toggled: ReadonlySet<string>;
  /** How many members of a branch are listed, by pointer; `firstMembers` when absent. */
  listed: ReadonlyMap<string, number>;
  /** How many members of any other branch are listed. */
  listedAtFirst?: number;
  /** How many rows there are at most. */
  mostRows?: number;
};

export const firstMembers = 100;

/** The visible lines of a value. Costs as much as is visible, not as much as the value holds. */
export function jsonRows(value: JsonValue, opening: Opening): JsonRow[] {
  const rows: JsonRow[] = [];
  addRows(rows, value, { pointer: '', depth: 0, name: undefined }, opening);
  return rows;
}

type Place = { pointer: string; depth: number; name: string | undefined };

function addRows(rows: JsonRow[], value: JsonValue, place: Place, opening: Opening): void {
  if (!isBranch(value)) {
    rows.push({ ...place, shown: scalarOf(value) });
    return;
  }
  if (isRedactedMarker(value)) {
    rows.push({ ...place, shown: { kind: 'redacted' } });
    return;
  }
  const secret = secretNameOf(value);
  if (secret !== undefined) {
    rows.push({ ...place, shown: { kind: 'secret', name: secret } });
    return;
  }
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  const count = Array.isArray(value) ? value.length : (names?.length ?? 0);
  const isOpen = count > 0 && place.depth < opening.openDepth !== opening.toggled.has(place.pointer);
  rows.push({ ...place, shown: { kind: 'branch', type: names === undefined ? 'array' : 'object', count, isOpen } });
  if (!isOpen) return;
  const listed = Math.min(count, opening.listed.get(place.pointer) ?? opening.listedAtFirst ?? firstMembers);
  const depth = place.depth + 1;
  const { mostRows = Number.POSITIVE_INFINITY } = opening;
  for (let index = 0; index < listed && rows.length < mostRows; index++) {
    const name = names?.[index] ?? String(index);
    const member = Array.isArray(value) ? value[index] : value[name];
    if (member !== undefined) addRows(rows, member, { pointer: below(place.pointer, name), depth, name }, opening);
  }
  if (listed < count && rows.length < mostRows) {
    const shown = { kind: 'more', parent: place.pointer, hidden: count - listed } as const;
    rows.push({ pointer: `${place.pointer} more`, depth, name: undefined, shown });
  }
}

function below(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

type Branch = JsonValue[] | { [name: string]: JsonValue };

function isBranch(value: JsonValue): value is Branch {
  return Array.isArray(value) || isJsonObject(value);
}

function secretNameOf(value: Branch): string | undefined {
  if (Array.isArray(value)) return undefined;
  const name = value.$secret;
  return typeof name === 'string' && Object.keys(value).length === 1 ? name : undefined;
}

function scalarOf(value: JsonValue): JsonRow['shown'] {
  if (typeof value === 'string') return { kind: 'scalar', type: 'string', text: value };
  if (typeof value === 'boolean') return { kind: 'scalar', type: 'boolean', text: String(value) };
  if (value === null) return { kind: 'scalar', type: 'null', text: 'null' };
  return { kind: 'scalar', type: 'number', text: Object.is(value, -0) ? '-0' : String(value) };
}

/** One line that says what a value is, for lists: at most `length` characters. */
export function jsonSummary(value: JsonValue, length = 80): string {
  const text = summarise(value, length);
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function summarise(value: JsonValue, room: number): string {
  if (!isBranch(value)) return typeof value === 'string' ? JSON.stringify(value.slice(0, room)) : String(value);
  if (isRedactedMarker(value)) return 'redacted';
  const isArray = Array.isArray(value);
  let text = '';
  for (const [name, member] of isArray ? value.entries() : Object.entries(value)) {
    if (text.length > room) break;
    text += `${text === '' ? '' : ', '}${isArray ? '' : `${name}: `}${summarise(member, room - text.length)}`;
  }
  return isArray ? `[${text}]` : `{${text}}`;
}
