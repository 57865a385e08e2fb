import {
  duplicateName,
  invalidJson,
  type KeptAsText,
  tooDeep,
  tooMany,
  tooManyNames,
  unstorable,
} from './body-problems.ts';
import { TaskdeckError } from './errors.ts';
import { isStorable, type JsonValue, parseJson } from './json.ts';
import { limits } from './limits.ts';
import { pointerPart } from './pointer.ts';
import { Turn } from './turn.ts';

/** An object or array that is open, with the name or index of its next member, and how many names it has. */
type Open = { value: { [name: string]: JsonValue } | JsonValue[]; name: string; names: number };

/** Longer numbers take longer than a turn to read. */
const maximumDigits = 10_000;

/** Longer strings are read in pieces. */
const maximumPiece = 512 * 1024;

const numberAt = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const wordAt = /true|false|null/y;
const space = /[ \t\n\r]*/y;

/** A longer text takes longer than a millisecond to read at once. */
const maximumAtOnce = 64 * 1024;

/**
 * Reads the text of a request, and lets others have their turn while it reads. Throws `InvalidJson`, `LimitExceeded`, and
 * `InvalidRequest` for strings that PostgreSQL cannot store, unless `isKeptAsText` is true for their place.
 */
export function parseInTurns(text: string, isKeptAsText: KeptAsText): Promise<JsonValue> {
  return new Reader(text, isKeptAsText).read();
}

/** Reads a text that this project wrote, as `parseJson`, and lets others have their turn while it reads a long one. */
export function parseStoredInTurns(text: string): JsonValue | Promise<JsonValue> {
  return text.length <= maximumAtOnce ? parseJson(text) : new Reader(text, undefined).read();
}

class Reader {
  readonly #text: string;
  /** Undefined for a text that was checked before it was stored. */
  readonly #isKeptAsText: KeptAsText | undefined;
  readonly #turn = new Turn();
  readonly #open: Open[] = [];
  #at = 0;
  #count = 0;

  constructor(text: string, isKeptAsText: KeptAsText | undefined) {
    this.#text = text;
    this.#isKeptAsText = isKeptAsText;
  }

  async read(): Promise<JsonValue> {
    for (;;) {
      if (++this.#count > limits.jsonValues && this.#isChecked()) throw tooMany();
      if (this.#count % 1_000 === 1 && this.#turn.isOver()) await this.#turn.next();
      let value = this.#isLongString() ? await this.#longString() : this.#begin();
      while (value !== undefined) {
        const parent = this.#open.at(-1);
        if (parent === undefined) return this.#end(value);
        this.#add(parent, value);
        value = this.#continue(parent);
      }
    }
  }

  /** Whether a string begins here whose end is far. Its first quote tells, unless that is an escaped one. */
  #isLongString(): boolean {
    if (this.#text.length - this.#at < maximumPiece || this.#peek() !== 34) return false;
    const quote = this.#text.indexOf('"', this.#at + 1);
    if (quote - this.#at > maximumPiece) return true;
    const isEscaped = this.#text.charCodeAt(quote - 1) === 92;
    return isEscaped && this.#text.charCodeAt(this.#scan(this.#at + 1, maximumPiece).end) !== 34;
  }

  /** Reads a scalar or an empty container, or opens a container and returns `undefined`. */
  #begin(): JsonValue | undefined {
    const code = this.#peek();
    if (code === 123 || code === 91) return this.#openContainer(code === 123);
    if (code === 34) return this.#string();
    if (code === 45 || (code >= 48 && code <= 57)) return this.#number();
    const word = this.#match(wordAt);
    if (word === undefined) throw this.#invalid();
    return word === 'null' ? null : word === 'true';
  }

  #openContainer(isObject: boolean): JsonValue | undefined {
    if (this.#open.length >= limits.jsonDepth && this.#isChecked()) throw tooDeep();
    this.#at += 1;
    if (this.#peek() === (isObject ? 125 : 93)) {
      this.#at += 1;
      return isObject ? {} : [];
    }
    const opened: Open = { value: isObject ? {} : [], name: '', names: 0 };
    this.#open.push(opened);
    if (isObject) this.#name(opened);
    return undefined;
  }

  /** After a member: goes on to the next one, or closes the container and returns it. */
  #continue(parent: Open): JsonValue | undefined {
    const code = this.#peek();
    this.#at += 1;
    const isArray = Array.isArray(parent.value);
    if (code === 44) {
      if (!isArray) this.#name(parent);
      return undefined;
    }
    if (code !== (isArray ? 93 : 125)) {
      this.#at -= 1;
      throw this.#invalid();
    }
    this.#open.pop();
    return parent.value;
  }

  #name(parent: Open): void {
    if (this.#peek() !== 34) throw this.#invalid();
    // a larger object grows in steps that take longer than a turn
    if (++parent.names > limits.namesPerObject && this.#isChecked()) throw tooManyNames();
    const position = this.#at;
    parent.name = this.#string(true);
    if (this.#isChecked() && Object.hasOwn(parent.value, parent.name))
      throw duplicateName(parent.name, this.#text, position);
    if (this.#peek() !== 58) throw this.#invalid();
    this.#at += 1;
  }

  #add({ value: container, name }: Open, value: JsonValue): void {
    if (Array.isArray(container)) container.push(value);
    else if (name === '__proto__')
      Object.defineProperty(container, name, { value, enumerable: true, configurable: true, writable: true });
    else container[name] = value;
  }

  #string(isName = false): string {
    const start = this.#at + 1;
    const { end, isPlain } = this.#scan(start, Number.POSITIVE_INFINITY);
    const read = this.#unescape(start, end, isPlain);
    this.#at = end + 1;
    if (!isPlain && this.#isChecked() && !isStorable(read)) this.#refuseUnstorable(isName);
    return read;
  }

  /** Reads a string whose first piece has no end. */
  async #longString(): Promise<string> {
    const pieces: string[] = [];
    this.#at += 1;
    while (this.#text.charCodeAt(this.#at) !== 34) {
      const { end, isPlain } = this.#scan(this.#at, maximumPiece);
      pieces.push(this.#unescape(this.#at, end, isPlain));
      this.#at = end;
      await this.#turn.next();
    }
    this.#at += 1;
    const read = pieces.join('');
    if (this.#isChecked() && !isStorable(read)) this.#refuseUnstorable(false);
    return read;
  }

  /** Finds the end of a string, or of a piece of it: never within an escape sequence. */
  #scan(start: number, maximum: number): { end: number; isPlain: boolean } {
    const text = this.#text;
    let end = start;
    let isPlain = true;
    for (let code = text.charCodeAt(end); code !== 34 && end - start < maximum; code = text.charCodeAt(end)) {
      if (Number.isNaN(code)) throw invalidJson(text, text.length);
      if (code === 92 || code < 32) isPlain = false;
      end += code !== 92 ? 1 : text.charCodeAt(end + 1) === 117 ? 6 : 2;
    }
    return { end, isPlain };
  }

  #unescape(start: number, end: number, isPlain: boolean): string {
    const piece = this.#text.slice(start, end);
    if (isPlain) return piece;
    try {
      return String(JSON.parse(`"${piece}"`));
    } catch {
      throw this.#invalid();
    }
  }

  #refuseUnstorable(isName: boolean): void {
    const path = this.#open.map(({ value, name }) => (Array.isArray(value) ? String(value.length) : pointerPart(name)));
    if (isName) path.pop();
    const pointers = [0, ...path.map((_, index) => index + 1)].map((length) =>
      path
        .slice(0, length)
        .map((part) => `/${part}`)
        .join(''),
    );
    if (!pointers.some((pointer) => this.#isKeptAsText?.(pointer))) throw unstorable(pointers.at(-1) ?? '');
  }

  #number(): JsonValue {
    const digits = this.#match(numberAt);
    if (digits === undefined) throw this.#invalid();
    if (digits.length > maximumDigits && this.#isChecked())
      throw new TaskdeckError('LimitExceeded', `a number in a large body has at most ${maximumDigits} digits`);
    return digits.length < 16 && /^-?[1-9]?\d+$/.test(digits) ? Number(digits) : parseJson(digits);
  }

  #isChecked(): boolean {
    return this.#isKeptAsText !== undefined;
  }

  #end(value: JsonValue): JsonValue {
    if (!Number.isNaN(this.#peek())) throw this.#invalid();
    return value;
  }

  /** The next character that is no white space. */
  #peek(): number {
    const code = this.#text.charCodeAt(this.#at);
    if (code > 32 || Number.isNaN(code)) return code;
    this.#match(space);
    return this.#text.charCodeAt(this.#at);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }

  #invalid(): TaskdeckError {
    return invalidJson(this.#text, this.#at);
  }
}
