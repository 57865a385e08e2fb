/** How long one piece of work may hold the event loop. */
const turnInMs = 10;

/** Divides long work on the event loop into turns of 10 ms, so that others get theirs between. */
export class Turn {
  #endsAt = performance.now() + turnInMs;

  isOver(): boolean {
    return performance.now() > this.#endsAt;
  }

  /** Resolves when others had their turn. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    this.#endsAt = performance.now() + turnInMs;
  }
}
