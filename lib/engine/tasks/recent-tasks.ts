/** The keys of tasks that this process created last: who waits for one of them need not look it up first. */
export class RecentKeys {
  readonly #keys = new Map<string, number>();
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  add(id: string, key: number): void {
    this.#keys.set(id, key);
    if (this.#keys.size <= this.#most) return;
    const oldest = this.#keys.keys().next();
    if (!oldest.done) this.#keys.delete(oldest.value);
  }

  /** Returns the key once. */
  take(id: string): number | undefined {
    const key = this.#keys.get(id);
    this.#keys.delete(id);
    return key;
  }
}
