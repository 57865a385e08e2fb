import { pointerPart } from '#contract';

/** Where a value stands in a JSON text and, for a member of an object, where its name does. */
type JsonPlace = { from: number; to: number; name?: { from: number; to: number } };

/**
 * Finds values of a JSON text by their JSON Pointers (RFC 6901; the root's is empty): those that are wanted, or all.
 * `brokenAt` is where the text stops being JSON.
 */
export function findPlaces(
  text: string,
  wanted?: ReadonlySet<string>,
): { places: Map<string, JsonPlace>; brokenAt: number | undefined } {
  const places = new Map<string, JsonPlace>();
  try {
    new Scanner(text, (pointer, place) => {
      if (wanted === undefined || wanted.has(pointer)) places.set(pointer, place);
    }).scan();
    return { places, brokenAt: undefined };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { places, brokenAt: error.at };
  }
}

class Broken extends Error {
  readonly at: number;

  constructor(at: number) {
    super('not JSON');
    this.at = at;
  }
}

const space = /[ \t\n\r]*/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Scanner {
  readonly #text: string;
  readonly #found: (pointer: string, place: JsonPlace) => void;
  #at = 0;

  constructor(text: string, found: (pointer: string, place: JsonPlace) => void) {
    this.#text = text;
    this.#found = found;
  }

  scan(): void {
    this.#value('', undefined);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new Broken(this.#at);
  }

  #value(pointer: string, name: JsonPlace['name']): void {
    this.#skipSpace();
    const from = this.#at;
    const first = this.#text.charAt(from);
    if (first === '{') this.#members(pointer);
    else if (first === '[') this.#items(pointer);
    else if (first === '"') this.#string();
    else this.#skip(scalar);
    if (this.#at === from) throw new Broken(from);
    this.#found(pointer, { from, to: this.#at, ...(name && { name }) });
  }

  #members(pointer: string): void {
    this.#list('}', () => {
      this.#skipSpace();
      const from = this.#at;
      if (this.#text.charAt(from) !== '"') throw new Broken(from);
      this.#string();
      const name = { from, to: this.#at };
      const member = readString(this.#text.slice(from, this.#at));
      if (member === undefined) throw new Broken(from);
      this.#take(':');
      this.#value(`${pointer}/${pointerPart(member)}`, name);
    });
  }

  #items(pointer: string): void {
    let index = 0;
    this.#list(']', () => this.#value(`${pointer}/${index++}`, undefined));
  }

  /** Scans what stands between brackets, with commas between. */
  #list(end: string, scanOne: () => void): void {
    this.#at += 1;
    this.#skipSpace();
    if (this.#text.charAt(this.#at) === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      scanOne();
      this.#skipSpace();
      if (this.#text.charAt(this.#at) === end) break;
      this.#take(',');
    }
    this.#at += 1;
  }

  /** Moves behind the string that begins here. */
  #string(): void {
    const text = this.#text;
    for (let at = this.#at + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        this.#at = at + 1;
        return;
      }
      if (code < 0x20) throw new Broken(at);
      if (code === 0x5c) at += 1;
    }
    throw new Broken(text.length);
  }

  #take(mark: string): void {
    this.#skipSpace();
    if (this.#text.charAt(this.#at) !== mark) throw new Broken(this.#at);
    this.#at += 1;
  }

  #skipSpace(): void {
    this.#skip(space);
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    if (pattern.test(this.#text)) this.#at = pattern.lastIndex;
  }
}

/** The place of a pointer or, where the text does not hold it, of the nearest value around it. */
export function placeOf(places: ReadonlyMap<string, JsonPlace>, pointer: string): JsonPlace | undefined {
  for (const near of pointersAround(pointer)) {
    const place = places.get(near);
    if (place) return place;
  }
  return undefined;
}

/** A pointer and those of all values around it, the nearest first. */
export function pointersAround(pointer: string): string[] {
  const around = [pointer];
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    around.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return around;
}

/** A JSON string literal's value; `undefined` while it is being written. */
export function readString(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
