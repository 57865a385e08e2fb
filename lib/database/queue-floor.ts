const raisedEveryMs = 5_000;
const deepLookEveryMs = 60_000;

/**
 * From where the rows of a queue are read that are removed in the order of their keys. Removed rows stay in the index while
 * a snapshot is open, as that of a backup, and a look from the beginning passes all of them.
 *
 * Keys come from a sequence. Those that were given out five seconds ago are committed, or their transaction is a long one:
 * once a minute a look begins at the beginning and finds what was committed that late. A server that lost its last
 * transactions gives out keys again: then the next look begins there, too.
 */
export class QueueFloor {
  /** Keys up to here are not looked at. */
  #floor = 0;
  #given = 0;
  #raisedAt = performance.now();
  #deepAt = performance.now();

  /** The key after which the next look begins. */
  get after(): number {
    const now = performance.now();
    if (now - this.#deepAt < deepLookEveryMs) return this.#floor;
    this.#deepAt = now;
    return 0;
  }

  /** Notes what a look found that left nothing: the last key that had been given out before it. */
  emptied(given: number): void {
    const now = performance.now();
    const isLost = given < this.#given;
    if (!isLost && now - this.#raisedAt < raisedEveryMs) return;
    this.#floor = isLost ? 0 : this.#given;
    this.#given = given;
    this.#raisedAt = now;
  }
}
