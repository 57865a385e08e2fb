import { endProcess } from './end-process.ts';

type GatheringOptions<Item> = {
  /** Commits the items and settles their callers. Does not reject: that ends the process. */
  commit(items: Item[]): Promise<void>;
  /** Returns how many of the gathered items the next commit takes, at least one. Default: all. */
  take?(items: readonly Item[]): number;
  /** Returns whether a commit is due although no item waits. Default: never. */
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

  /** The number of items that no commit has taken yet. */
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

  /** Starts a commit if one is due and none is running. */
  start(): void {
    this.#isScheduled = false;
    if (!this.#isCommitting) this.#run().catch(endProcess);
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
      await new Promise((resolve) => setImmediate(resolve)); // lets settled callers add their next item first
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
