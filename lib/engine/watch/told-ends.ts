import type { Change } from './change-feed.ts';

/** Changes of this many tasks at least are remembered: several seconds at full load. */
const fewestRemembered = 10_000;

/**
 * What the change feed told lately of the ends of tasks. Who begins to wait for a task that was created a moment ago
 * need not read whether it has ended already.
 */
export class ToldEnds {
  readonly #most: number;
  /** Keys of tasks that ended, and ids of tasks that may have. The older ones are forgotten all at once. */
  #told: ReadonlySet<number | string> = new Set();
  #toldLater = new Set<number | string>();
  /** `performance.now()` from which on `#told` and `#toldLater` have everything. */
  #since = Number.POSITIVE_INFINITY;
  #laterSince = Number.POSITIVE_INFINITY;

  constructor(most = fewestRemembered) {
    this.#most = most;
  }

  /** Begins when the feed listens, and anew after changes that it may have missed. */
  begin(): void {
    this.#told = new Set();
    this.#toldLater = new Set();
    this.#since = performance.now();
    this.#laterSince = this.#since;
  }

  note({ ids, endedKeys, isOverflow }: Change): void {
    if (endedKeys === undefined && isOverflow) {
      this.begin();
      return;
    }
    for (const task of endedKeys ?? ids) this.#toldLater.add(task);
    if (this.#toldLater.size < this.#most) return;
    this.#told = this.#toldLater;
    this.#since = this.#laterSince;
    this.#toldLater = new Set();
    this.#laterSince = performance.now();
  }

  /** Whether a task that was created after this `performance.now()` is known not to have ended. */
  isUnended({ key, id, createdAfter }: { key: number; id: string; createdAfter: number }): boolean {
    if (createdAfter < this.#since) return false;
    return ![key, id].some((task) => this.#told.has(task) || this.#toldLater.has(task));
  }
}
