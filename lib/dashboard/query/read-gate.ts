/** Lets the reads of a tab through, or has them wait. */
export class ReadGate {
  #opened: PromiseWithResolvers<void> | undefined;
  readonly #underWay = new Set<Promise<unknown>>();

  /** Reads as soon as the gate is open. */
  async through<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    while (this.#opened !== undefined) await this.#opened.promise;
    const reading = read();
    this.#underWay.add(reading);
    try {
      return await reading;
    } finally {
      this.#underWay.delete(reading);
    }
  }

  /** Has later reads wait. Resolves when none is under way any more, or after this time. */
  async close(withinMs: number): Promise<void> {
    this.#opened ??= Promise.withResolvers();
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, withinMs);
    await Promise.race([Promise.allSettled(this.#underWay), timer.promise]);
    clearTimeout(timeout);
  }

  /** Lets reads through again, also those that wait. */
  open(): void {
    this.#opened?.resolve();
    this.#opened = undefined;
  }
}

export const readGate = new ReadGate();
