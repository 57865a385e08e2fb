import type { WatchChange } from '#contract';

/** The maximum number of ids kept for a slow reader. Beyond it, the reader is told to read everything again. */
const maximumTasks = 1_000;

/** Changes that a reader has not received yet, merged into one of bounded size. */
export class PendingChange {
  readonly #only: ReadonlySet<string> | undefined;
  #tasks = new Set<string>();
  #created = 0;
  #isOverflow = false;

  /** `only`: ignores changes of other tasks. */
  constructor(only: readonly string[] | undefined) {
    this.#only = only === undefined ? undefined : new Set(only);
  }

  add(change: WatchChange): void {
    for (const id of change.tasks) if (this.#only === undefined || this.#only.has(id)) this.#tasks.add(id);
    if (this.#only === undefined) this.#created += change.created;
    if (change.isOverflow || this.#tasks.size > maximumTasks) {
      this.#isOverflow = true;
      if (this.#tasks.size > maximumTasks) this.#tasks.clear();
    }
  }

  /** Returns and clears what is to be sent, or `undefined` when there is nothing. */
  take(): WatchChange | undefined {
    if (this.#tasks.size === 0 && this.#created === 0 && !this.#isOverflow) return undefined;
    const change = { tasks: [...this.#tasks], created: this.#created, isOverflow: this.#isOverflow };
    this.#tasks = new Set();
    this.#created = 0;
    this.#isOverflow = false;
    return change;
  }
}
