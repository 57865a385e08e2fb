import type { WatchChange } from '#contract';

/** Ids kept for a reader who is slow; beyond it they are told to refresh everything. */
const maximumTasks = 1_000;

/** Changes that a reader has not been sent yet, merged into one: bounded however slow the reader is. */
export class PendingChange {
  readonly #only: ReadonlySet<string> | undefined;
  #tasks = new Set<string>();
  #created = 0;
  #isOverflow = false;

  /** With `only`, other tasks' changes are left out. */
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

  /** What is there to be sent, which is then no longer pending; `undefined` when nothing is. */
  take(): WatchChange | undefined {
    if (this.#tasks.size === 0 && this.#created === 0 && !this.#isOverflow) return undefined;
    const change = { tasks: [...this.#tasks], created: this.#created, isOverflow: this.#isOverflow };
    this.#tasks = new Set();
    this.#created = 0;
    this.#isOverflow = false;
    return change;
  }
}
