type Line<Item> = { items: Item[]; underWay: number };

/** A queue in which keys take turns, and no key has more than `maximumOfOne` items under way. */
export class TurnQueue<Item> {
  readonly #maximumOfOne: number;
  /** In the order of their turns. */
  readonly #lines = new Map<string, Line<Item>>();

  constructor(maximumOfOne: number) {
    this.#maximumOfOne = maximumOfOne;
  }

  add(key: string, item: Item): void {
    const line = this.#lines.get(key) ?? { items: [], underWay: 0 };
    line.items.push(item);
    this.#lines.set(key, line);
  }

  /** Takes the first item of the next key that may have one more under way. Its end is told by `release`. */
  take(): Item | undefined {
    for (const [key, line] of this.#lines) {
      if (line.underWay >= this.#maximumOfOne) continue;
      const item = line.items.shift();
      if (item === undefined) continue;
      line.underWay += 1;
      this.#lines.delete(key);
      this.#lines.set(key, line);
      return item;
    }
    return undefined;
  }

  release(key: string): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    line.underWay -= 1;
    if (line.underWay === 0 && line.items.length === 0) this.#lines.delete(key);
  }
}
