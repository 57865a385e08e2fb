import type { TaskResponse } from '#contract';

/**
 * A task that this process created. `createdAfter`: `performance.now()` before it was sent to the database. `record`, of a
 * small task: its record as it was created.
 */
export type RecentTask = { key: number; createdAfter: number; record?: TaskResponse | undefined };

/** The tasks that this process created last: who waits for one of them need not look it up first. */
export class RecentTasks {
  readonly #tasks = new Map<string, RecentTask>();
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  add(id: string, task: RecentTask): void {
    this.#tasks.set(id, task);
    if (this.#tasks.size <= this.#most) return;
    const oldest = this.#tasks.keys().next();
    if (!oldest.done) this.#tasks.delete(oldest.value);
  }

  /** Returns the task once. */
  take(id: string): RecentTask | undefined {
    const task = this.#tasks.get(id);
    this.#tasks.delete(id);
    return task;
  }
}
