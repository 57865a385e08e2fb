import { z } from 'zod';
import { limits } from '#contract';

/** React counts the items of arrays, and the characters in them, up to here. */
const mostInArrays = 1_000_000;

/** Next.js passes no more arguments on. */
const mostArguments = 1_000;

/** What React writes for texts, and for values that JSON does not have. A `$` that begins a text is escaped. */
const plain = /^(?:[^$]|$|\$\$|\$D|\$(?:undefined|Infinity|-Infinity|NaN|-0)$|\$n-?\d{1,300}$)/;

/** An object that occurs twice is a reference to its first place in the arguments. */
const reference = /^\$0(?::|$)/;

const container = z.custom<object>((value) => typeof value === 'object' && value !== null);

/** The items of arrays that are directly in one another. */
type Nested = { count: number; isForked: boolean };

/**
 * Whether the parsed body of a call of an action is plain data in the form of React, as the pages of this dashboard send
 * it. The form can also have files, streams, functions and parts of a form, which no action takes.
 */
export function areActionArguments(body: unknown): boolean {
  return Array.isArray(body) && body.length <= mostArguments && new Arguments(body).isPlain(body);
}

class Arguments {
  readonly #root: readonly unknown[];
  readonly #above: object[] = [];
  #left: number = limits.jsonValues;

  constructor(root: readonly unknown[]) {
    this.#root = root;
  }

  /** References count as often as they occur: few of them can stand for very many values. */
  isPlain(value: unknown, nested?: Nested): boolean {
    this.#left -= 1;
    if (this.#left < 0) return false;
    if (typeof value === 'string') return this.#isPlainText(value, nested);
    if (typeof value !== 'object' || value === null) return true;
    if (this.#above.length > limits.jsonDepth || this.#above.includes(value)) return false;
    this.#above.push(value);
    const isPlain = Array.isArray(value)
      ? this.#isPlainArray(value, nested ?? { count: 0, isForked: false })
      : Object.values(value).every((part) => this.isPlain(part));
    this.#above.pop();
    return isPlain;
  }

  #isPlainArray(items: readonly unknown[], nested: Nested): boolean {
    nested.isForked ||= items.length > 1;
    return !exceeds(nested, items.length + 1) && items.every((item) => this.isPlain(item, nested));
  }

  #isPlainText(text: string, nested: Nested | undefined): boolean {
    if (nested !== undefined && exceeds(nested, text.length)) return false;
    if (plain.test(text)) return true;
    const found = reference.test(text) ? this.#find(text.split(':').slice(1)) : undefined;
    return typeof found === 'object' && this.isPlain(found, nested);
  }

  #find(path: readonly string[]): unknown {
    let found: unknown = this.#root;
    for (const name of path) {
      const parent = container.safeParse(found);
      if (!parent.success || !Object.hasOwn(parent.data, name)) return undefined;
      found = Reflect.get(parent.data, name);
    }
    return found;
  }
}

function exceeds(nested: Nested, more: number): boolean {
  nested.count += more;
  return nested.isForked && nested.count > mostInArrays;
}
