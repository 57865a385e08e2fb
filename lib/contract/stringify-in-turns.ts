import { LosslessNumber, stringifyJson } from './json.ts';
import { Turn } from './turn.ts';

/** A value with fewer parts is written in a few milliseconds. */
const maximumPartsAtOnce = 10_000;
/** Of a larger value, this many parts are written between two looks at the clock. */
const partsOfPiece = 1_000;
/** So many UTF-16 units of a text take as long to write as a part. */
const unitsPerPart = 128;
/** A longer text is written in pieces of this many units. */
const unitsOfPiece = partsOfPiece * unitsPerPart;

/** As `stringifyJson`, and lets others have their turn while it writes a value of many parts or long texts. */
export async function stringifyInTurns(value: unknown): Promise<string> {
  const turn = new Turn();
  if (turn.isOver()) await turn.next();
  const writer = new Writer();
  if (writer.rest(value, maximumPartsAtOnce) >= 0) return stringifyJson(value);
  const pieces: string[] = [];
  for (const piece of writer.piecesOf(value)) {
    pieces.push(piece);
    if (turn.isOver()) await turn.next();
  }
  return pieces.join('');
}

class Writer {
  /** The names of large objects, because listing them takes milliseconds. */
  readonly #names = new Map<object, string[]>();

  /** Returns what a budget of parts leaves after this value. It is negative for a value with more parts. */
  rest(value: unknown, budget: number): number {
    let left = budget - 1 - partsIn(value);
    if (!isContainer(value)) return left;
    const isList = Array.isArray(value);
    const parts = isList ? value : this.#namesOf(value);
    if (parts.length > left) return -1;
    for (let at = 0; at < parts.length && left >= 0; at += 1) {
      if (!isList) left -= partsIn(parts[at]);
      left = this.rest(partOf(value, parts, at), left);
    }
    return left;
  }

  /** Writes a value in pieces that each take a fraction of a millisecond. */
  *piecesOf(value: unknown): Generator<string> {
    if (typeof value === 'string') yield* piecesOfText(value);
    else if (!isContainer(value) || this.rest(value, partsOfPiece) >= 0) yield stringifyJson(value);
    else if (Array.isArray(value)) yield* this.#items(value);
    else yield* this.#members(value);
  }

  *#items(items: readonly unknown[]): Generator<string> {
    let lead = '[';
    for (let from = 0; from < items.length; lead = ',') {
      const to = this.#endOfRun(items, items, from);
      if (to > from) yield lead + stringifyJson(items.slice(from, to)).slice(1, -1);
      else {
        yield lead;
        yield* this.piecesOf(items[from]);
      }
      from = Math.max(to, from + 1);
    }
    yield ']';
  }

  *#members(value: object): Generator<string> {
    const names = this.#namesOf(value);
    let lead = '{';
    for (let from = 0; from < names.length; ) {
      const to = this.#endOfRun(value, names, from);
      const members = names.slice(from, to).flatMap((name) => memberOf(value, name));
      if (members.length > 0) {
        yield lead + members.join(',');
        lead = ',';
      }
      const large = to === from ? partOf(value, names, from) : undefined;
      if (large !== undefined) {
        yield lead;
        yield* piecesOfText(names[from] ?? '');
        yield ':';
        yield* this.piecesOf(large);
        lead = ',';
      }
      from = Math.max(to, from + 1);
    }
    yield lead === '{' ? '{}' : '}';
  }

  /** The end of the parts from `from` on that make one piece together. It is `from` when the first is larger. */
  #endOfRun(value: object, parts: readonly unknown[], from: number): number {
    const isList = Array.isArray(value);
    let left = partsOfPiece;
    let to = from;
    while (to < parts.length) {
      if (!isList) left -= partsIn(parts[to]);
      left = this.rest(partOf(value, parts, to), left);
      if (left < 0) break;
      to += 1;
    }
    return to;
  }

  #namesOf(value: object): string[] {
    const known = this.#names.get(value) ?? Object.keys(value);
    if (known.length > partsOfPiece) this.#names.set(value, known);
    return known;
  }
}

/** One part of an array, or of an object whose names are `parts`. */
function partOf(value: object, parts: readonly unknown[], at: number): unknown {
  return Array.isArray(value) ? value[at] : Reflect.get(value, String(parts[at]));
}

/** How many more parts a text counts for. */
function partsIn(value: unknown): number {
  return typeof value === 'string' ? Math.floor(value.length / unitsPerPart) : 0;
}

/** Writes a text, and divides no pair of surrogates, because `JSON.stringify` escapes half of one. */
function* piecesOfText(text: string): Generator<string> {
  if (text.length <= unitsOfPiece) return yield JSON.stringify(text);
  yield '"';
  for (let from = 0, to: number; from < text.length; from = to) {
    to = from + unitsOfPiece;
    if (isHighSurrogate(text.charCodeAt(to - 1))) to -= 1;
    yield JSON.stringify(text.slice(from, to)).slice(1, -1);
  }
  yield '"';
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function memberOf(value: object, name: string): string[] {
  const part: unknown = Reflect.get(value, name);
  return part === undefined ? [] : [`${JSON.stringify(name)}:${stringifyJson(part)}`];
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof LosslessNumber) && !('toJSON' in value);
}
