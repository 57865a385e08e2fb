/** The iterators that the calling thread reads, by their numbers. One that has ended or failed is not kept. */
export class OpenIterators {
  readonly #open = new Map<number, AsyncIterator<unknown>>();
  #last = 0;

  get size(): number {
    return this.#open.size;
  }

  /** Returns the number of an iterator. */
  add(iterator: AsyncIterator<unknown>): number {
    this.#last += 1;
    this.#open.set(this.#last, iterator);
    return this.#last;
  }

  /** Reads the next item. One that is not open has ended. */
  async next(number: number): Promise<IteratorResult<unknown>> {
    const iterator = this.#open.get(number);
    this.#open.delete(number);
    const next = (await iterator?.next()) ?? ended;
    if (iterator !== undefined && next.done !== true) this.#open.set(number, iterator);
    return next;
  }

  /** Ends an iterator before its end. */
  async leave(number: number): Promise<void> {
    const iterator = this.#open.get(number);
    this.#open.delete(number);
    await iterator?.return?.();
  }
}

const ended: IteratorResult<unknown> = { done: true, value: undefined };
