export type GatheringOptions<Item> = {
  /** Commits items. Settles their callers itself and does not reject. */
  commit(items: Item[]): Promise<void>;
  /** How many of the gathered items the next commit takes, at least one; all unless given. */
  take?(items: readonly Item[]): number;
  /** Whether a commit is due even when nothing has gathered; never unless given. */
  isDue?(): boolean;
};

/**
 * Group commit: while one commit is under way, the items that arrive gather for the next one. No timer is needed,
 * because the commit under way is the delay: batches grow with the load, and an idle process commits at once.
 */
export class Gathering<Item> {
  readonly #options: GatheringOptions<Item>;
  #items: Item[] = [];
  #isScheduled = false;
  #isCommitting = false;
  #added = 0;
  #committed = 0;
  #turn = Promise.withResolvers<void>();

  constructor(options: GatheringOptions<Item>) {
    this.#options = options;
  }

  /** Items that no commit has taken yet. */
  get length(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#added += 1;
    if (this.#isCommitting || this.#isScheduled) return;
    // The first commit waits one turn of the event loop, so that items added together share it.
    this.#isScheduled = true;
    setImmediate(() => this.start());
  }

  /** Starts a commit now where one is due and none is under way. */
  start(): void {
    this.#isScheduled = false;
    if (!this.#isCommitting) void this.#run();
  }

  /** Resolves when every item that was added before the call is committed. */
  async drain(): Promise<void> {
    const added = this.#added;
    while (this.#committed < added) await this.#turn.promise;
  }

  async #run(): Promise<void> {
    this.#isCommitting = true;
    while (this.#items.length > 0 || this.#options.isDue?.()) {
      const items = this.#takeNext();
      await this.#options.commit(items);
      this.#committed += items.length;
      this.#turn.resolve();
      this.#turn = Promise.withResolvers();
      await new Promise((resolve) => setImmediate(resolve)); // callers that were settled add their next item first
    }
    this.#isCommitting = false;
  }

  #takeNext(): Item[] {
    const items = this.#items;
    const count = this.#options.take?.(items) ?? items.length;
    if (count < items.length) return items.splice(0, Math.max(1, count));
    this.#items = [];
    return items;
  }
}
