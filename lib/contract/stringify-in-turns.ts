import { LosslessNumber, stringifyJson } from './json.ts';
import { Turn } from './turn.ts';

/** A value with fewer parts is written in a few milliseconds. */
const maximumPartsAtOnce = 10_000;
/** Of a larger value, this many parts are written between two looks at the clock. */
const partsOfPiece = 1_000;

/** As `stringifyJson`, and lets others have their turn while it writes a value of many parts. */
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
    let left = budget - 1;
    if (!isContainer(value)) return left;
    const parts = Array.isArray(value) ? value : this.#namesOf(value);
    if (parts.length > left) return -1;
    for (let at = 0; at < parts.length && left >= 0; at += 1) left = this.rest(partOf(value, parts, at), left);
    return left;
  }

  /** Writes a value in pieces that each take a fraction of a millisecond, unless a single string is long. */
  *piecesOf(value: unknown): Generator<string> {
    if (!isContainer(value) || this.rest(value, partsOfPiece) >= 0) yield stringifyJson(value);
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
      if (to === from) {
        yield `${lead}${JSON.stringify(names[from])}:`;
        yield* this.piecesOf(partOf(value, names, from));
        lead = ',';
      }
      from = Math.max(to, from + 1);
    }
    yield lead === '{' ? '{}' : '}';
  }

  /** The end of the parts from `from` on that make one piece together. It is `from` when the first is larger. */
  #endOfRun(value: object, parts: readonly unknown[], from: number): number {
    let left = partsOfPiece;
    let to = from;
    while (to < parts.length) {
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

function memberOf(value: object, name: string): string[] {
  const part: unknown = Reflect.get(value, name);
  return part === undefined ? [] : [`${JSON.stringify(name)}:${stringifyJson(part)}`];
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof LosslessNumber) && !('toJSON' in value);
}
