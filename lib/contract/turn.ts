/** How long the work of one turn may hold the event loop. */
const turnInMs = 10;

/** When the first long work of this turn of the event loop began. */
let beganAt: number | undefined;

/** Divides long work on the event loop into turns of 10 ms, which all work shares, so that others get theirs between. */
export class Turn {
  isOver(): boolean {
    const now = performance.now();
    if (beganAt === undefined) {
      beganAt = now;
      setImmediate(() => {
        beganAt = undefined;
      });
    }
    return now - beganAt > turnInMs;
  }

  /** Resolves when others had their turn. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
}

/** Converts items in their order, and lets others have their turn between them. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  convert: (item: Item, index: number) => Result | Promise<Result>,
): Promise<Result[]> {
  const turn = new Turn();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (turn.isOver()) await turn.next();
    const result = convert(item, index);
    results.push(result instanceof Promise ? await result : result);
  }
  return results;
}
